import { z } from 'zod'

const dayFigures = z.object({
  /** A day of UTC: 2026-11-20. */
  date: z.string(),
  sales: z.number().int(),
  /** The sum that buyers paid, and below the platform's part of it, in USD. */
  turnover: z.number(),
  fees: z.number(),
  members: z.number().int(),
  mints: z.number().int(),
})

/** `GET /api/admin/overview/`: what needs a person, and how the last days went, today last. */
export const overview = z.object({
  attention: z.object({
    works: z.number().int(),
    reports: z.number().int(),
    payouts: z.number().int(),
    payments: z.number().int(),
    failed_jobs: z.number().int(),
  }),
  days: z.array(dayFigures),
})

export type Overview = z.infer<typeof overview>
