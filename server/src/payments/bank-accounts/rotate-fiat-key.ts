import type { Random } from '../../clock.ts'
import type { Tx } from '../../db/client.ts'
import { decryptDetails, encryptDetails, NO_DETAILS } from './fiat-crypto.ts'

/** Bank details hang on WALLET_KEK: when it changes, they are encrypted anew in the same transaction as the seed. */
export async function rotateFiatKey(tx: Tx, keys: { oldKek: string; newKek: string; random: Random }): Promise<number> {
  const rows = await tx
    .selectFrom('fiat_accounts')
    .select(['id', 'details_encrypted'])
    .where('details_encrypted', '<>', NO_DETAILS)
    .forUpdate()
    .execute()
  for (const { id, details_encrypted } of rows) {
    const details = decryptDetails(details_encrypted, { id, walletKek: keys.oldKek })
    const renewed = encryptDetails(details, { id, walletKek: keys.newKek, random: keys.random })
    await tx.updateTable('fiat_accounts').set({ details_encrypted: renewed }).where('id', '=', id).execute()
  }
  return rows.length
}
