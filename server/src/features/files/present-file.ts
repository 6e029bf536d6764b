import type { File } from '@verso/protocol/files'
import type { Urls } from '../../http/urls.ts'
import { fileUrl, type VariantKeys, variantUrls } from './file-urls.ts'
import type { FileRow } from './queries.ts'

export const presentFile = (file: FileRow, input: { urls: Urls; variants: VariantKeys }): File => ({
  id: file.id,
  url: fileUrl(input.urls, file),
  mime: file.mime,
  size: file.size_bytes,
  name: file.name,
  description: file.description,
  ipfs_hash: file.cid,
  variants: variantUrls(input.urls, input.variants),
})
