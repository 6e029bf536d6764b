import type { File } from '@verso/protocol/files'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { fileUrl, type VariantKeys, variantUrls } from './file-urls.ts'
import type { FileRow } from './queries.ts'
import { urlUnlessWithheld } from './withheld-files.ts'

type Input = { urls: Urls; variants: VariantKeys; isWithheld: boolean; getsSignedUrl: boolean }

export function presentFile(ctx: Context, file: FileRow, input: Input): File {
  const isHidden = input.isWithheld && !input.getsSignedUrl
  const variants = Object.entries(variantUrls(input.urls, input.variants))
  return {
    id: file.id,
    url: urlUnlessWithheld(ctx, fileUrl(input.urls, file), input),
    mime: file.mime,
    size: file.size_bytes,
    // The NFT may have been taken down for its texts.
    name: isHidden ? null : file.name,
    description: isHidden ? null : file.description,
    ipfs_hash: isHidden ? null : file.cid,
    variants: Object.fromEntries(variants.map(([name, url]) => [name, urlUnlessWithheld(ctx, url, input)])),
  }
}
