import { z } from 'zod'

/** The row of `settings` that stands from a restore until everything of after the backup has been looked for. */
export const RESTORED = 'restored'

const restored = z.object({
  backupId: z.string(),
  /** All that was committed before is in the books. */
  madeAt: z.coerce.date(),
  restoredAt: z.coerce.date(),
  /** What stops buying meanwhile, and what had stopped it before. */
  notice: z.string(),
  buyingStoppedBefore: z.string().nullable(),
  /** Up to which blocks the indexers have to read first; set when they are asked. */
  heads: z.record(z.string(), z.number()).nullable(),
  /** When what the provider and the chains know was looked for. */
  comparedAt: z.coerce.date().nullable(),
  /** When an operator said that all payouts of after the backup are entered. */
  payoutsEnteredAt: z.coerce.date().nullable(),
})
export type Restored = z.output<typeof restored>
