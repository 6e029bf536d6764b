import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'

/** Up, and ready to serve: database, chains and storage answer. */
export function healthRoutes(app: App, ctx: Context): void {
  const ok = z.object({ data: z.object({ status: z.literal('ok') }) })
  app.get(
    '/api/health/',
    {
      config: { access: 'visitor', isProbe: true },
      schema: { tags: ['operations'], summary: 'Whether the process is up', response: { 200: ok } },
    },
    async () => ({ data: { status: 'ok' as const } }),
  )
  app.get(
    '/api/ready/',
    {
      config: { access: 'visitor', isProbe: true },
      schema: { tags: ['operations'], summary: 'Whether everything it needs answers', response: { 200: ok } },
    },
    async () => {
      const checks = await Promise.allSettled([
        sql`select 1`.execute(ctx.db),
        ctx.storage.check(),
        ...Object.values(ctx.chains).map((chain) => chain.client.getBlockNumber({ cacheTime: 0 })),
      ])
      const failed = checks.filter((check) => check.status === 'rejected')
      if (failed.length > 0) {
        ctx.log.warn({ errors: failed.map((check) => String(check.reason)) }, 'a readiness check failed')
        throw new AppError('unavailable', { userMessage: 'Not ready', retryAfterMs: 5_000 })
      }
      return { data: { status: 'ok' as const } }
    },
  )
}
