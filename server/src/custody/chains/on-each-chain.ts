import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'

/**
 * Runs on every chain at once: a node that is away does not block the other chain. Ends when all have
 * ended, so that nothing goes on unwatched, and then fails with the first failure.
 */
export async function onEachChain(work: (chain: LiveChain) => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(LIVE_CHAINS.map(work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
