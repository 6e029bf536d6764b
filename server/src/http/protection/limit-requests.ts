import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { networkOf } from '../network-of.ts'
import { sendError } from '../serving/error-handler.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Calls by which a member ends the session of a thief, who must not use them up. What they leave behind has limits of its own. */
const PROTECTING_CALLS = /^\/api\/auth\/(?:signout|sessions|password|request-password-reset|reset-password|verify)\//

/**
 * So many requests a minute for each network, counted in this process (docs/decisions/0132). Probes and providers' webhooks
 * are never refused.
 */
export function limitRequests(app: FastifyInstance, ctx: Context): void {
  const count = countOver(MINUTE_MS, ctx.clock)
  app.addHook('onRequest', async (request, reply) => {
    const { isProbe, isWebhook } = request.routeOptions.config
    if (isProbe || isWebhook) return
    const { times, endsInMs } = count(networkOf(request.ip))
    if (times > ctx.config.limits.requestsPerMinutePerNetwork) return refuse(request, reply, endsInMs)
  })
}

/**
 * So many changes an hour by each member, counted in this process: what one may do again and again (ask for something and take it
 * back) leaves rows, events and mails each time. Operators work through queues, and are not counted; nor is who knows a password alone,
 * whose codes have limits of their own: they would use up the member's.
 */
export function limitChanges(app: FastifyInstance, ctx: Context): void {
  const count = countOver(HOUR_MS, ctx.clock)
  app.addHook('onRequest', async (request, reply) => {
    const { viewer, method, routeOptions } = request
    if (viewer?.kind !== 'FULL' || viewer.isAdmin || method === 'GET' || method === 'HEAD') return
    if (PROTECTING_CALLS.test(routeOptions.url ?? '')) return
    const { times, endsInMs } = count(viewer.userId)
    if (times > ctx.config.limits.changesPerHourPerMember) return refuse(request, reply, endsInMs)
  })
}

/** Counts by key over windows that follow each other; with each of them all begin at 0. */
function countOver(windowMs: number, clock: Clock): (key: string) => { times: number; endsInMs: number } {
  const counts = new Map<string, number>()
  let current = 0
  return (key) => {
    const nowMs = clock.now().getTime()
    const window = Math.floor(nowMs / windowMs)
    if (window !== current) counts.clear()
    current = window
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    return { times, endsInMs: (window + 1) * windowMs - nowMs }
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, retryAfterMs: number): FastifyReply {
  reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  return sendError(reply, request, 429, {
    errors: ['Too many requests. Try again later.'],
    code: 'too_many_requests',
  })
}
