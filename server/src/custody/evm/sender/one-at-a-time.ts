import type { ChainConnection } from '../../../gateways/chain/chain-access.ts'

const last = new WeakMap<ChainConnection, Promise<void>>()

/**
 * In one process the rounds of a chain's sender follow one another, which only saves effort: between processes the
 * lock on the signer's row and the compare-and-set on the intents decide.
 */
export function oneAtATime(connection: ChainConnection, work: () => Promise<void>): Promise<void> {
  const next = (last.get(connection) ?? Promise.resolve()).catch(() => {}).then(work)
  last.set(connection, next)
  return next
}
