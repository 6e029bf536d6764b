import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../limits.ts'

/** Events that strangers can cause: one event tells how often it happened within a minute. */
export const FAILURE_ACTIONS = [
  'sign-in.failed',
  'sign-in.refused',
  'sign-in.code-failed',
  'step-up.failed',
  'phone.code-failed',
  'password.change-failed',
  'admin.refused',
] as const
/** Events that concern the safety of an account, as the audit log names them. */
export const SECURITY_ACTIONS = [
  ...FAILURE_ACTIONS,
  'sign-in',
  'sign-in.locked',
  'step-up.locked',
  'session.end',
  'session.end-others',
  'session.reused-token',
  'password.change',
  'password.reset',
  'user.verify-phone',
  'factor.add',
  'factor.remove',
  'factor.renew-recovery-codes',
  'fiat_account.add',
  'fiat_account.remove',
  'royalty_address.set',
  'nft.withdraw',
] as const
export type FailureAction = (typeof FAILURE_ACTIONS)[number]
export type SecurityAction = (typeof SECURITY_ACTIONS)[number]

/** `GET /api/users/me/security-events/`: what happened to one's own account, newest first. */
export const securityEvent = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_ACTIONS),
  /** How often within the minute; 1 but for failures. */
  count: z.number().int(),
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
})
export const securityEventsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(500).optional(),
})
export type SecurityEvent = z.infer<typeof securityEvent>
