import type { Db } from '../../db/client.ts'
import type { Reader } from '../../http/viewer.ts'
import { findNftDetails } from './queries.ts'

/** One NFT for `readForAnybody`; `withMoves` for what its activity log tells besides its listings. */
export const readingOne = (nftId: string, options?: { withMoves: boolean }) => ({
  read: (db: Db, reader: Reader) => findNftDetails(db, nftId, reader, options),
  isFound: ({ details }: Awaited<ReturnType<typeof findNftDetails>>) => Boolean(details),
})
