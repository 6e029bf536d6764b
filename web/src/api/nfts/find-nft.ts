import type { Nft } from '@verso/protocol/nfts'
import { fetchNfts } from './nfts.ts'
import { fetchMe } from '../users.ts'

/** The signed-in member's NFT made of this file, if there is one. The latest come first, so it is on the first page as a rule. */
export async function findNftOfFile(fileId: string): Promise<Nft | undefined> {
  const { id } = await fetchMe()
  let cursor: string | undefined
  do {
    const page = await fetchNfts({ created_by: id, sort: '-updated_at', limit: 100 }, cursor)
    const nft = page.data.find((one) => one.file === fileId)
    if (nft) return nft
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  return undefined
}
