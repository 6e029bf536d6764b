const last = new WeakMap<object, Promise<void>>()

/**
 * In one process the rounds of a chain's sender follow one another, which only saves effort: between processes the
 * lock on the signer's row and the compare-and-set on the intents decide.
 */
export function oneAtATime(chain: object, work: () => Promise<void>): Promise<void> {
  const next = (last.get(chain) ?? Promise.resolve()).catch(() => {}).then(work)
  last.set(chain, next)
  return next
}
