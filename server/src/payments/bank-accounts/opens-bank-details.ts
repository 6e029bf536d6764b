import type { Db } from '../../db/client.ts'
import { decryptDetails, NO_DETAILS } from './fiat-crypto.ts'

const SAMPLE = 200

/** Whether this key opens the bank details that are stored: the newest and the oldest, for they changed key together. */
export async function opensBankDetails(db: Db, walletKek: string): Promise<boolean> {
  const rows = db
    .selectFrom('fiat_accounts')
    .select(['id', 'details_encrypted'])
    .where('details_encrypted', '<>', NO_DETAILS)
    .limit(SAMPLE)
  const [oldest, newest] = [await rows.orderBy('id').execute(), await rows.orderBy('id', 'desc').execute()]
  try {
    for (const { id, details_encrypted } of [...oldest, ...newest]) decryptDetails(details_encrypted, { id, walletKek })
    return true
  } catch {
    return false
  }
}
