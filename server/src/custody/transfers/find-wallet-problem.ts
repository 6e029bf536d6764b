import { ALL_CHAINS, type Chain, chainName } from '@verso/protocol/chains'
import type { Db, Tx } from '../../db/client.ts'

/**
 * Why what is sent to this address is lost: it is one that the platform has signed with, or a wallet here of another chain, whose key
 * signs on that one alone, or of a member who has deleted the account. `isLocked`: that account is not deleted before the end of the transaction.
 */
export async function findWalletProblem(
  db: Db | Tx,
  { chain, to, isLocked = false }: { chain: Chain; to: string; isLocked?: boolean },
): Promise<string | undefined> {
  // By the table: an api has no keys to tell the accounts by.
  const signer = await db.selectFrom('chain_signers').select('address').where('address', '=', to).executeTakeFirst()
  if (signer) return 'This address belongs to the platform: name one of your own'
  const wallet = await db
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.user_id')
    .select(['wallets.chain', 'users.status'])
    .where('wallets.chain', 'in', ALL_CHAINS)
    .where('wallets.public_address', '=', to)
    .$if(isLocked, (query) => query.forKeyShare('users'))
    .executeTakeFirst()
  if (!wallet) return undefined
  if (wallet.chain !== chain)
    return `This is a wallet here on ${chainName(wallet.chain)}: on ${chainName(chain)} nobody could move what is sent there`
  return wallet.status === 'DELETED' ? 'Nobody uses this address: what is sent there is lost' : undefined
}
