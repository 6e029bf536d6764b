import { AppError } from '../http/app-error.ts'
import type { App } from '../http/app-type.ts'
import { route } from '../http/route.ts'
import { isDoctor } from './doctor-token.ts'
import { createReadyCheck } from './check-ready.ts'
import type { Context } from '../context.ts'

/** Up, and ready to serve: database and storage answer. Chains, jobs and providers are in the admin's health. */
export function healthRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/health/',
    async ({ headers, ip }) => ({
      data: { status: 'ok' as const, ...(isDoctor(ctx, headers['x-verso-doctor']) && { address: ip }) },
    }),
    { config: { isProbe: true } },
  )
  const isReady = createReadyCheck(ctx)
  route(
    app,
    'GET /api/ready/',
    async () => {
      if (app.isEnding || !(await isReady()))
        throw new AppError('unavailable', { userMessage: 'Not ready', retryAfterMs: 5_000 })
      return { data: { status: 'ok' as const } }
    },
    { config: { isProbe: true } },
  )
}
