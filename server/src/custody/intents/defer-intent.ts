import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Judged } from './intent.ts'

const FIRST_MS = 500
const LONGEST_MS = 60_000
/** A sale, mint or withdrawal that was deferred so often needs a person: the operator is told (`find-problems.ts`). */
export const ALARMING_ATTEMPTS = 8

/** Tries the intents again later, with growing delays. One log line per reason. */
export async function deferIntents(ctx: Context, judged: Judged[]): Promise<void> {
  for (const one of judged) await defer(ctx, one)
  for (const reason of new Set(judged.map((one) => one.reason))) {
    const intents = judged.filter((one) => one.reason === reason).map(({ intent }) => intent)
    const [first] = intents
    const attempts = Math.max(...intents.map((intent) => intent.attempts + 1))
    const details = { intents: intents.length, first: first?.id, kind: first?.kind, attempts, reason }
    const isAlarming = intents.some((intent) => intent.attempts + 1 === ALARMING_ATTEMPTS)
    ctx.log[isAlarming ? 'error' : 'info'](details, 'intents were deferred')
  }
}

async function defer(ctx: Context, { intent, reason }: Judged): Promise<void> {
  const now = ctx.clock.now()
  const waitMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(intent.attempts, 10))
  await ctx.db
    .updateTable('chain_intents')
    .set({ attempts: intent.attempts + 1, error: reason, due_at: after(now, waitMs), updated_at: now })
    .where('id', '=', intent.id)
    .where('status', '=', 'WAITING')
    .execute()
}
