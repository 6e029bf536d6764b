import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

/** One line of the append-only audit log: who did what to which thing, and how it was before and after. */
export type AuditEntry = {
  /** null: the system itself */
  actorId: string | null
  action: string
  subject: { type: string; id: string }
  before?: unknown
  after?: unknown
  requestId?: string
}

export async function recordAudit(ctx: Context, tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      subject_type: entry.subject.type,
      subject_id: entry.subject.id,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: entry.requestId ?? null,
      created_at: ctx.clock.now(),
    })
    .execute()
}
