import { z } from 'zod'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { asExecutor, type Tx } from '../db/client.ts'
import { notFound } from '../http/app-error.ts'
import { retryMessage } from '../messages/retry-message.ts'
import { recordAudit } from '../audit/audit.ts'

const failedName = z.object({ name: z.string() })

/**
 * Tries a given-up job or message again.
 * @throws AppError not_found when it has not failed, or no longer
 */
export async function retryFailed(
  ctx: Context,
  tx: Tx,
  { id, ...by }: { id: string; actorId: string; requestId: string },
): Promise<void> {
  const job = await findFailedJob(tx, id)
  if (job) await ctx.jobs.boss.retry(job.name, id, { db: asExecutor(tx) })
  else if (!(await retryMessage(ctx, tx, id))) throw notFound('Nothing failed under this id')
  const subject = { type: job ? 'job' : 'message', id }
  await recordAudit(ctx, tx, { ...by, action: `${subject.type}.retry`, subject, after: { name: job?.name } })
}

async function findFailedJob(tx: Tx, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql`select name from pgboss.job where id = ${id} and state = 'failed' limit 1`.execute(tx)
  return failedName.safeParse(rows[0]).data
}
