import { type Chain, chainName } from '@verso/protocol/chains'
import { isSameAddress } from '@verso/protocol/chains/addresses'
import type { Context } from '../../context.ts'
import { findWalletProblem } from '../../custody/transfers/find-wallet-problem.ts'
import type { Db, Tx } from '../../db/client.ts'
import { chainsOf, connectionOf } from '../../gateways/chain/chain-access.ts'
import { invalidField } from '../../http/app-error.ts'

/**
 * An address from which an NFT could not go on: a collection, a key that the platform signs with, a wallet here that no member uses on
 * this chain. The EVM chains have the same addresses, so those of every chain are looked at (docs/rules.md R77).
 * @throws AppError
 */
export async function assertReceives(
  ctx: Context,
  db: Db | Tx,
  { chain, to, isLocked }: { chain: Chain; to: string; isLocked: boolean },
): Promise<void> {
  for (const used of [chain, ...chainsOf(ctx)]) {
    if (isSameAddress(connectionOf(ctx, used).contract, to))
      throw invalidField('address', `This is the contract of the collection on ${chainName(used)}, not a wallet`)
  }
  const problem = await findWalletProblem(db, { chain, to, isLocked })
  if (problem) throw invalidField('address', problem)
}
