import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { chainsOf } from '../../gateways/chain/chain-access.ts'

/**
 * Runs on every chain at once: a node that is away does not block the other chains. Ends when all have
 * ended, so that nothing goes on unwatched, and then fails with the first failure.
 */
export async function onEachChain(ctx: Pick<Context, 'chains'>, work: (chain: Chain) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(chainsOf(ctx).map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
