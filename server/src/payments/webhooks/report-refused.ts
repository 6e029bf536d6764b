import type { Context } from '../../context.ts'

const INTERVAL_MS = 60_000

type Refused = { toldAtMs: number; untold: number }
const refusedOf = new WeakMap<Context['payments'], Refused>()

/**
 * Anybody may send what is refused: the first of a minute is a line in the log of this process, the others are a count in the
 * next one.
 */
export function reportRefused(ctx: Context, reason: string): void {
  const nowMs = ctx.clock.now().getTime()
  const refused = refusedOf.get(ctx.payments)
  if (refused && nowMs - refused.toldAtMs < INTERVAL_MS) return void refused.untold++
  refusedOf.set(ctx.payments, { toldAtMs: nowMs, untold: 0 })
  const since = refused && { more: refused.untold, since: new Date(refused.toldAtMs).toISOString() }
  ctx.log.warn({ provider: ctx.payments.name, reason, ...since }, 'a webhook was refused')
}
