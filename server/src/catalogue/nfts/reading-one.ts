import type { Db } from '../../db/client.ts'
import type { Reader } from '../../http/viewer.ts'
import { findNftDetails } from './queries.ts'

/** One NFT for `readForAnybody`. */
export const readingOne = (nftId: string) => ({
  read: (db: Db, reader: Reader) => findNftDetails(db, nftId, reader),
  isFound: ({ details }: Awaited<ReturnType<typeof findNftDetails>>) => Boolean(details),
})
