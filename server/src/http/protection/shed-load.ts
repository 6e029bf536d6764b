import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { sendError } from '../serving/error-handler.ts'

const SAMPLE_MS = 200
/** A machine that slept for hours is awake after three samples. */
const COUNTED_MAX_MS = 5_000
const RETRY_AFTER_SECONDS = 2

/** How late the event loop is, smoothed: one stall is forgotten at once, lasting lag is not. */
export function createLagMeter(): { lagMs(): number; stop(): void } {
  let dueMs = performance.now() + SAMPLE_MS
  let smoothedMs = 0
  const lateMs = () => Math.min(COUNTED_MAX_MS, Math.max(0, performance.now() - dueMs))
  const timer = setInterval(() => {
    smoothedMs = (smoothedMs + lateMs()) / 2
    dueMs = performance.now() + SAMPLE_MS
  }, SAMPLE_MS).unref()
  return {
    // A stall that has just ended is not sampled yet: sockets are read before timers run.
    lagMs: () => (smoothedMs + lateMs()) / 2,
    stop: () => clearInterval(timer),
  }
}

/**
 * While the event loop lags, new requests are turned away at once instead of waiting with all others. Probes, webhooks and
 * what is under way go on.
 */
export function shedLoad(app: FastifyInstance, ctx: Context, meter = createLagMeter()): void {
  app.addHook('onClose', async () => meter.stop())
  app.addHook('onRequest', async (request, reply) => {
    const { isProbe, isWebhook } = request.routeOptions.config
    if (isProbe || isWebhook || meter.lagMs() <= ctx.config.limits.eventLoopLagMs) return
    reply.header('retry-after', RETRY_AFTER_SECONDS)
    return sendError(reply, request, 503, { errors: ['Too busy. Try again in a moment.'], code: 'unavailable' })
  })
}
