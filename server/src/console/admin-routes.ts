import { dataOf, listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { auditEntry, auditQuery, healthItem, jobs, overview } from '@verso/protocol/operations'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { viewerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { idempotently } from '../http/idempotency.ts'
import { checkHealth } from '../health/check-health.ts'
import { listFailed, listQueues } from './job-queries.ts'
import { listAudit, presentAuditEntry } from '../audit/list-audit.ts'
import { countAttention, listDays } from './overview-queries.ts'
import { retryFailed } from './retry-failed.ts'

const tags = ['admin']
const DAYS_SHOWN = 30

/** What the operator sees of the running product. */
export function operationsRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/admin/overview/',
    {
      config: { access: 'admin' },
      schema: { tags, summary: 'What needs a person, and the last 30 days', response: { 200: dataOf(overview) } },
    },
    async () => {
      const attention = await countAttention(ctx.db)
      return { data: { attention, days: await listDays(ctx.db, { now: ctx.clock.now(), days: DAYS_SHOWN }) } }
    },
  )
  app.get(
    '/api/admin/health/',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'What the product depends on, and its running checks',
        response: { 200: listOf(healthItem) },
      },
    },
    async () => wholeList(await checkHealth(ctx)),
  )
  app.get(
    '/api/admin/audit/',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'The audit log, newest first',
        querystring: auditQuery,
        response: { 200: listOf(auditEntry) },
      },
    },
    async (request) => {
      const { rows, nextCursor, total } = await listAudit(ctx.db, request.query)
      return { data: rows.map(presentAuditEntry), meta: { next_cursor: nextCursor, total } }
    },
  )
  app.get(
    '/api/admin/jobs/',
    {
      config: { access: 'admin' },
      schema: { tags, summary: 'The job queues, and what failed', response: { 200: dataOf(jobs) } },
    },
    async () => ({ data: { queues: await listQueues(ctx.db), failed: await listFailed(ctx.db) } }),
  )
  app.post(
    '/api/admin/jobs/:id/retry/',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        summary: 'Try a failed job or message again',
        params: z.object({ id: pathId }),
        response: { 200: dataOf(z.object({ id: z.string() })) },
      },
    },
    async (request) => {
      const retry = { id: request.params.id, actorId: viewerOf(request).userId, requestId: request.id }
      const answer = await idempotently(ctx, request, async (tx) => {
        await retryFailed(ctx, tx, retry)
        return { data: { id: retry.id } }
      })
      ctx.failpoints.reach('retry-failed.after-commit')
      return answer
    },
  )
}
