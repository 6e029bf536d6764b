import { z } from 'zod'
import { ALL_CHAINS } from '../chains.ts'

/** The chain of a body or a filter; chains.ts itself does without zod. */
export const chainField = z.enum(ALL_CHAINS, {
  error: ({ input }) => (input === undefined || input === null || input === '' ? 'Required' : 'Unknown chain'),
})
