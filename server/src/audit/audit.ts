import type { Tx } from '../db/client.ts'
import type { Context } from '../context.ts'
import { describeDevice, type Device } from '../http/device.ts'

/** One line of the append-only audit log: who did what to which thing, and how it was before and after. */
export type AuditEntry = {
  /** null: the system itself */
  actorId: string | null
  action: string
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
  requestId?: string
  /** The network and device of the act. The member whom it concerns sees it among their security events. */
  origin?: { userId: string | null; device: Device }
  /** When it happened, if not now. */
  at?: Date
}

export async function recordAudit(ctx: Context, tx: Tx, entry: AuditEntry): Promise<void> {
  const created_at = entry.at ?? ctx.clock.now()
  const { id } = await tx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: entry.requestId ?? null,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!entry.origin) return
  const { userId, device } = entry.origin
  await tx
    .insertInto('audit_origins')
    .values({
      audit_id: id,
      user_id: userId,
      address: device.address,
      device: describeDevice(device.userAgent),
      created_at,
    })
    .execute()
}
