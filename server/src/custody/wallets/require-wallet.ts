import type { Selectable } from 'kysely'
import { AppError } from '../../http/app-error.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { WalletsTable } from '../../db/types.gen.ts'

export type WalletRow = Selectable<WalletsTable>
export type ReadyWallet = WalletRow & { public_address: string }

export const findWallet = (db: Db | Tx, userId: string, chain: string): Promise<WalletRow | undefined> =>
  db.selectFrom('wallets').selectAll().where('user_id', '=', userId).where('chain', '=', chain).executeTakeFirst()

/**
 * The member's wallet with its address, which creating and buying need (docs/rules.md R66).
 * @throws AppError wallet_missing or wallet_pending
 */
export async function requireWallet(db: Db | Tx, userId: string, chain: string): Promise<ReadyWallet> {
  const wallet = await findWallet(db, userId, chain)
  if (!wallet) throw new AppError('wallet_missing', { userMessage: 'Wallet not created' })
  if (wallet.public_address === null) throw new AppError('wallet_pending', { userMessage: 'Wallet unavailable' })
  return { ...wallet, public_address: wallet.public_address }
}
