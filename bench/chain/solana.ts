import { measureCosts } from '../../solana/bench/costs.ts'
import { LIMITS } from '../../solana/bench/limits.ts'
import { vmProblem } from '../../solana/test/vm.ts'
import type { Benchmark } from '../measurement.ts'

/** The cost of a mint, a sale and a withdrawal on Solana, on a virtual machine, and its limits. */
export const solana: Benchmark = {
  name: 'solana',
  run: async () => {
    if (vmProblem) {
      console.log(`  skipped: ${vmProblem}`)
      return []
    }
    const costs = await measureCosts()
    return LIMITS.map(({ operation, what, atMost }) => ({
      what: `solana: ${operation}`,
      measured: costs[operation]?.[what] ?? Number.NaN,
      unit: what,
      target: { atMost },
    }))
  },
}
