import { z } from 'zod'
import { AppError } from '../http/app-error.ts'
import type { App } from '../http/app-type.ts'
import { createReadyCheck } from './check-ready.ts'
import type { Context } from '../context.ts'

/** Up, and ready to serve: database and storage answer. Chains, jobs and providers are in the admin's health. */
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
  const isReady = createReadyCheck(ctx)
  app.get(
    '/api/ready/',
    {
      config: { access: 'visitor', isProbe: true },
      schema: {
        tags: ['operations'],
        summary: 'Whether database and storage answer, within a second',
        response: { 200: ok },
      },
    },
    async () => {
      if (!(await isReady())) throw new AppError('unavailable', { userMessage: 'Not ready', retryAfterMs: 5_000 })
      return { data: { status: 'ok' as const } }
    },
  )
}
