import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../context.ts'
import { viewerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { metaOf } from '../http/page.ts'
import { route } from '../http/route.ts'
import { idempotently } from '../http/idempotency.ts'
import { checkHealth } from '../health/check-health.ts'
import { listFailed, listQueues } from './job-queries.ts'
import { listAudit, presentAuditEntry } from '../audit/list-audit.ts'
import { countAttention, listDays } from './overview-queries.ts'
import { retryFailed } from './retry-failed.ts'

const DAYS_SHOWN = 30

/** The operator's overview of the running product. */
export function adminRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/overview/', async () => {
    const attention = await countAttention(ctx.db)
    return { data: { attention, days: await listDays(ctx.db, { now: ctx.clock.now(), days: DAYS_SHOWN }) } }
  })
  route(app, 'GET /api/admin/health/', async () => wholeList(await checkHealth(ctx)))
  route(app, 'GET /api/admin/audit/', async (request) => {
    const { rows, ...page } = await listAudit(ctx.db, request.query)
    return { data: rows.map(presentAuditEntry), meta: metaOf(page) }
  })
  route(app, 'GET /api/admin/jobs/', async () => ({
    data: { queues: await listQueues(ctx.db), failed: await listFailed(ctx.db) },
  }))
  route(app, 'POST /api/admin/jobs/{id}/retry/', async (request) => {
    const retry = { id: request.params.id, actorId: viewerOf(request).userId, requestId: request.id }
    const answer = await idempotently(ctx, request, async (tx) => {
      await retryFailed(ctx, tx, retry)
      return { data: { id: retry.id } }
    })
    ctx.failpoints.reach('retry-failed.after-commit')
    return answer
  })
}
