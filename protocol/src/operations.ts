import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './limits.ts'

const dayFigures = z.object({
  /** A day of UTC: 2026-11-20. */
  date: z.string(),
  sales: z.number().int(),
  /** What buyers paid and what the platform kept of it, in USD. */
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

/** `GET /api/admin/health/`: what the product depends on, and the checks that run all the time. */
export const healthItem = z.object({
  name: z.enum([
    'database',
    'storage',
    'disk',
    'mail',
    'sms',
    'payments',
    'ipfs',
    'workers',
    'signer',
    'sender',
    'chain',
    'funds',
    'custody',
    'ledger',
  ]),
  chain: z.string().nullable(),
  /** `unknown`: it has not been looked at yet, or not at all of it. */
  status: z.enum(['ok', 'failed', 'unknown']),
  detail: z.string().nullable(),
})

export const auditEntry = z.object({
  id: z.string(),
  /** null: the system itself. */
  actor: z.object({ id: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  /** Where it came from, of what concerns the safety of an account. */
  address: z.string().nullable(),
  device: z.string().nullable(),
  created_at: z.string(),
})
export const auditQuery = z.object({
  /** The id of a subject or an actor, or the beginning of an action. */
  search: z.string().trim().max(100).optional(),
  /** Only sign-ins, failures, locks and changes of what opens an account. */
  kind: z.literal('security').optional(),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})

const SENTENCE_MAX_LENGTH = 500
const sentence = z.string().trim().max(SENTENCE_MAX_LENGTH, 'Too long')
/** Null or "" ends it. */
const clearableSentence = sentence.transform((text) => text || null).nullable()
/** What an operator changes without a restart. */
export const operatorSettings = z.object({
  platform_fee_bps: z.number().int(),
  buying_stopped: z.string().nullable(),
  creating_stopped: z.string().nullable(),
  maintenance: z.string().nullable(),
  banner: z.string().nullable(),
})
export const operatorSettingsBody = z.object({
  platform_fee_bps: z
    .number({ error: 'Required' })
    .int('Invalid format')
    .min(0, 'Value should be greater than 0')
    .max(10_000, 'Value should be less than 100')
    .optional(),
  buying_stopped: clearableSentence.optional(),
  creating_stopped: clearableSentence.optional(),
  maintenance: clearableSentence.optional(),
  banner: clearableSentence.optional(),
})

/** What the filter of Explore calls no choice: a category of this name could not be told from it. */
const RESERVED_CATEGORY_NAME = 'all'

type CategoryInput = { id?: number | undefined; name: string }

/** What is wrong with one category beside the others, in the words of its field. */
function categoryFault(categories: readonly CategoryInput[], index: number): string | undefined {
  const { id, name } = categories[index] ?? { name: '' }
  const earlier = categories.slice(0, index)
  const key = name.toLowerCase()
  if (key === RESERVED_CATEGORY_NAME) return '"All" is what the filter calls every category'
  if (earlier.some((other) => other.name.toLowerCase() === key)) return 'There is a category of this name already'
  if (id !== undefined && earlier.some((other) => other.id === id)) return 'This category is in the list twice'
  return undefined
}

/** The categories in their order; one without an id is new, one with an id may have a new name. None can be removed: NFTs are in it. */
export const categoriesBody = z
  .array(
    z.object({
      id: z.number().int().optional(),
      name: z.string({ error: 'Required' }).trim().min(1, 'Required').max(40, 'Too long'),
    }),
  )
  .min(1)
  .max(100)
  .superRefine((categories, context) => {
    for (const index of categories.keys()) {
      const message = categoryFault(categories, index)
      if (message) context.addIssue({ code: 'custom', path: [index, 'name'], message })
    }
  })

/** What was given up after many tries: a job, or a mail or SMS that could not be delivered. */
export const failedJob = z.object({
  id: z.string(),
  kind: z.enum(['job', 'message']),
  name: z.string(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  failed_at: z.string(),
})
export const jobQueue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  failed: z.number().int(),
})
export const jobs = z.object({ queues: z.array(jobQueue), failed: z.array(failedJob) })

export type Overview = z.infer<typeof overview>
export type HealthItem = z.infer<typeof healthItem>
export type AuditEntry = z.infer<typeof auditEntry>
export type OperatorSettings = z.infer<typeof operatorSettings>
export type OperatorSettingsBody = z.input<typeof operatorSettingsBody>
export type Jobs = z.infer<typeof jobs>
export type FailedJob = z.infer<typeof failedJob>
