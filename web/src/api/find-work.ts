import type { Nft } from '@verso/protocol/nfts'
import { fetchNfts } from './nfts.ts'
import { fetchMe } from './users.ts'

/** The signed-in member's work of this file, if there is one. The latest come first, so it is on the first page as a rule. */
export async function findWorkOfFile(fileId: string): Promise<Nft | undefined> {
  const { id } = await fetchMe()
  let cursor: string | undefined
  do {
    const page = await fetchNfts({ created_by: id, sort: '-updated_at', limit: 100 }, cursor)
    const work = page.data.find((nft) => nft.file === fileId)
    if (work) return work
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return undefined
}
