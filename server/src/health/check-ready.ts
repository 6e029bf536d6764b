import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { withinTime } from '../errors/within-time.ts'

/** A balancer asks for an answer within a second. */
const ANSWER_MAX_MS = 900
/** However many ask: the database and the storage are asked once in so long. */
const KEPT_MS = 1_000

type Look = { atMs: number; isOver: boolean; answer: Promise<boolean> }

/** Whether the database and the storage answer: without them nothing is served, and without chains or providers most is. */
export function createReadyCheck(ctx: Context): () => Promise<boolean> {
  let last: Look | undefined
  return () => {
    const nowMs = performance.now()
    // A check that hangs is not repeated by every probe; the process is not ready until it has answered.
    if (last && !last.isOver && nowMs - last.atMs > ANSWER_MAX_MS) return Promise.resolve(false)
    if (!last || nowMs - last.atMs > KEPT_MS) last = look(ctx, nowMs)
    return last.answer
  }
}

function look(ctx: Context, atMs: number): Look {
  const asked = Promise.all([sql`select 1`.execute(ctx.db), ctx.storage.check()])
  const one: Look = { atMs, isOver: false, answer: Promise.resolve(false) }
  one.answer = withinTime(
    asked.finally(() => void (one.isOver = true)),
    ANSWER_MAX_MS,
  ).then(
    () => true,
    (error: unknown) => {
      ctx.log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'a readiness check failed')
      return false
    },
  )
  return one
}
