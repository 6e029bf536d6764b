import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../limits.ts'

export const auditEntry = z.object({
  id: z.string(),
  /** null: the system itself. */
  actor: z.object({ id: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
  /** The origin of an act that concerns the safety of an account. */
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

export type AuditEntry = z.infer<typeof auditEntry>
