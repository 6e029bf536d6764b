import { z } from 'zod'
import { id } from '../envelope.ts'
import { APPROVALS } from '../nfts.ts'
import { NAMED_REPORTS_MAX, REASON_MAX_LENGTH } from '../limits.ts'

export const moderationBody = z
  .object({
    approved: z.boolean().optional(),
    taken_down: z.boolean().optional(),
    reason: z.string().trim().max(REASON_MAX_LENGTH).optional(),
    /** The open reports that were read: an approval or a restore dismisses these alone. Left out: all. */
    reports: z.array(id).max(NAMED_REPORTS_MAX).optional(),
    /** Of the NFT as it was shown: another admin may have decided since. */
    approval: z.enum(APPROVALS).optional(),
  })
  .refine((body) => body.approved !== undefined || body.taken_down !== undefined, {
    path: ['approved'],
    message: 'Required',
  })
  .refine((body) => body.approved !== false || Boolean(body.reason), { path: ['reason'], message: 'Required' })
  .refine((body) => body.taken_down !== true || Boolean(body.reason), { path: ['reason'], message: 'Required' })

/** `PUT /api/admin/nfts/{id}/bytes/`: the bytes of this NFT, in every file that has them. */
export const blockBytesBody = z
  .object({ blocked: z.boolean(), reason: z.string().trim().max(REASON_MAX_LENGTH).optional() })
  .refine((body) => !body.blocked || Boolean(body.reason), { path: ['reason'], message: 'Required' })

export const payoutDecisionBody = z
  .object({
    status: z.enum(['APPROVED', 'PAID', 'REJECTED']),
    reference: z.string().trim().max(140).optional(),
    reason: z.string().trim().max(REASON_MAX_LENGTH).optional(),
    /** The bank transfer had left before a dispute froze the earnings. */
    already_sent: z.boolean().optional(),
    /** Of the payout as it was shown: its bank account may have become another one since, or it may have been sent. */
    updated_at: z.iso.datetime({ error: 'Invalid value' }).optional(),
  })
  .refine((body) => body.status !== 'REJECTED' || Boolean(body.reason), { path: ['reason'], message: 'Required' })
  .refine((body) => body.status !== 'PAID' || Boolean(body.reference), { path: ['reference'], message: 'Required' })
