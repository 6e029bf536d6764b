/** The fate of a webhook on its way: duplicated, reordered (by delay), delayed, dropped; or the endpoint is switched off. */
export type Fault = 'none' | 'duplicate' | 'delay' | 'drop'
export type Faults = {
  isEndpointDisabled: boolean
  next(): Fault
  delayMs(): number
  /** How often a duplicate comes besides its original. */
  copies(): number
}

export const noFaults = (): Faults => ({
  isEndpointDisabled: false,
  next: () => 'none',
  delayMs: () => 0,
  copies: () => 1,
})

/** Faults by chance, the same for the same seed. */
export function createFaults(seed: number, shares: Partial<Record<Exclude<Fault, 'none'>, number>>): Faults {
  let state = seed >>> 0
  // mulberry32: small, seeded, good enough to choose faults with.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    isEndpointDisabled: false,
    next: () => {
      let left = random()
      for (const [fault, share] of Object.entries(shares) as [Fault, number][]) {
        if (left < share) return fault
        left -= share
      }
      return 'none'
    },
    delayMs: () => Math.floor(random() * 120_000),
    copies: () => 1 + Math.floor(random() * 5),
  }
}
