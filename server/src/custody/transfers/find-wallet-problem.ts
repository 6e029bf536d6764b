import { ALL_CHAINS, type Chain, chainName } from '@verso/protocol/chains'
import type { Db, Tx } from '../../db/client.ts'

/** Why what is sent to this address is lost: it is a wallet here of another chain, whose key signs on that one alone. */
export async function findWalletProblem(
  db: Db | Tx,
  { chain, to }: { chain: Chain; to: string },
): Promise<string | undefined> {
  const wallet = await db
    .selectFrom('wallets')
    .select('chain')
    .where('chain', 'in', ALL_CHAINS)
    .where('public_address', '=', to)
    .executeTakeFirst()
  if (!wallet || wallet.chain === chain) return undefined
  return `This is a wallet here on ${chainName(wallet.chain)}: on ${chainName(chain)} nobody could move what is sent there`
}
