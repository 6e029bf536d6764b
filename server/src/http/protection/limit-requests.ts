import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { networkOf } from '../network-of.ts'
import { sendError } from '../serving/error-handler.ts'

const MINUTE_MS = 60_000

/**
 * So many requests a minute for each network, counted in this process (docs/decisions/0132). Probes and providers' webhooks
 * are never refused.
 */
export function limitRequests(app: FastifyInstance, ctx: Context): void {
  const counts = new Map<string, number>()
  let minute = 0
  app.addHook('onRequest', async (request, reply) => {
    const { isProbe, isWebhook } = request.routeOptions.config
    if (isProbe || isWebhook) return
    const nowMs = ctx.clock.now().getTime()
    if (Math.floor(nowMs / MINUTE_MS) !== minute) counts.clear()
    minute = Math.floor(nowMs / MINUTE_MS)
    const network = networkOf(request.ip)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count <= ctx.config.limits.requestsPerMinutePerNetwork) return
    reply.header('retry-after', Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1_000)))
    return sendError(reply, request, 429, {
      errors: ['Too many requests. Try again later.'],
      code: 'too_many_requests',
    })
  })
}
