import { expect, test } from 'vitest'
import { vmProblem } from '../test/vm.ts'
import { measureCosts } from './costs.ts'
import { LIMITS } from './limits.ts'

test.skipIf(vmProblem)(
  'a mint, a sale and a withdrawal cost what the prototype cost, and 5 % at most on top',
  async () => {
    const costs = await measureCosts()
    const above = LIMITS.filter(({ operation, what, atMost }) => (costs[operation]?.[what] ?? Infinity) > atMost)
    expect(above).toEqual([])
  },
)
