import { z } from 'zod'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { urlsFor } from '../http/urls.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { DEAD_AFTER_MS } from '../jobs/heartbeat.ts'
import { deliverMessage } from '../messages/deliver-message.ts'
import { problemMail, recoveryMail } from '../messages/operator-mails.ts'
import { tellOperators } from '../notifications/operators/tell-operators.ts'
import { findProblems, hasBeatingWorker } from './find-problems.ts'
import type { Problem } from './problem.ts'
import { removeGone } from './remove-gone.ts'

const CHECK_MS = 10_000
const TURN_KEY = 'watch.checked'

/**
 * Every process checks the heartbeats of all others; the database picks one of them every 10 seconds. So the death of the
 * only worker is reported by a process that answers requests.
 */
export function startWatch(ctx: Context): { stop(): Promise<void> } {
  let watching: Promise<unknown> = Promise.resolve()
  let isBusy = false
  let lastMs = ctx.clock.now().getTime()
  const tick = () => {
    const nowMs = ctx.clock.now().getTime()
    // This process was paused meanwhile (a laptop that slept): the others could not beat yet either.
    const wasStopped = nowMs - lastMs > 2 * CHECK_MS
    lastMs = nowMs
    if (isBusy || wasStopped) return
    isBusy = true
    watching = watchOnce(ctx)
      .catch((error: unknown) => ctx.log.warn({ error: messageOf(error) }, 'the processes could not be checked'))
      .finally(() => {
        isBusy = false
      })
  }
  const timer = setInterval(tick, CHECK_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await watching
    },
  }
}

/** @returns whether it was this process's turn */
export async function watchOnce(ctx: Context): Promise<boolean> {
  const turn = await takeTurn(ctx)
  if (!turn) return false
  await removeGone(ctx)
  const problems = await findProblems(ctx)
  const isBlind = !(await hasBeatingWorker(ctx))
  await inTransaction(ctx.db, async (tx) => {
    for (const problem of await findLasting(ctx, tx, { problems, before: turn.before })) await open(ctx, tx, problem)
    await closeOthers(ctx, tx, { problems, isBlind })
  })
  await deliverMails(ctx)
  return true
}

/** The look before this one, and since when it and those before it have found each problem that may pass. */
const lookSchema = z
  .object({ atMs: z.number(), sinceMs: z.record(z.string(), z.number()) })
  .catch({ atMs: 0, sinceMs: {} })
type Look = z.output<typeof lookSchema>

async function takeTurn(ctx: Context): Promise<{ before: Look } | undefined> {
  const now = ctx.clock.now()
  const row = { key: TURN_KEY, value: JSON.stringify(null), updated_at: now }
  const due = after(now, -CHECK_MS + 1_000)
  // The clock was set back.
  const tooLate = after(now, CHECK_MS)
  const taken = await ctx.db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ updated_at: now })
        .where((eb) => eb.or([eb('settings.updated_at', '<=', due), eb('settings.updated_at', '>', tooLate)])),
    )
    .returning('value')
    .executeTakeFirst()
  return taken && { before: lookSchema.parse(taken.value) }
}

/** Those that may pass are told when they have lasted as long as a crash takes to be known. Time in which no process looked does not count. */
async function findLasting(
  ctx: Context,
  tx: Tx,
  { problems, before }: { problems: Problem[]; before: Look },
): Promise<Problem[]> {
  const atMs = ctx.clock.now().getTime()
  const isNext = before.atMs <= atMs && atMs - before.atMs <= 3 * CHECK_MS
  const passing = problems.filter(({ mayPass }) => mayPass).map(({ key }) => key)
  const sinceMs = Object.fromEntries(passing.map((key) => [key, (isNext && before.sinceMs[key]) || atMs]))
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify({ atMs, sinceMs } satisfies Look) })
    .where('key', '=', TURN_KEY)
    .execute()
  return problems.filter(({ key, mayPass }) => !mayPass || atMs - (sinceMs[key] ?? atMs) >= DEAD_AFTER_MS)
}

/** Told once, by the process that inserts the row. */
async function open(ctx: Context, tx: Tx, { key, summary, detail }: Problem): Promise<void> {
  const row = { key, summary, detail, message_ids: '[]', opened_at: ctx.clock.now() }
  const isNew = await tx
    .insertInto('incidents')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!isNew) return
  ctx.log.error({ incident: key, summary, detail }, 'something stands still')
  const messageIds = await tellOperators(ctx, tx, {
    kind: kindOf(key),
    text: `${summary}. ${detail}.`,
    mail: problemMail(siteOf(ctx), { summary, detail }),
  })
  await tx
    .updateTable('incidents')
    .set({ message_ids: JSON.stringify(messageIds) })
    .where('key', '=', key)
    .execute()
}

/** Without a worker, incidents of its loops and chains stay open, though they are no longer seen. */
async function closeOthers(
  ctx: Context,
  tx: Tx,
  { problems, isBlind }: { problems: Problem[]; isBlind: boolean },
): Promise<void> {
  const keys = problems.map(({ key }) => key)
  let over = tx.deleteFrom('incidents')
  if (keys.length > 0) over = over.where('key', 'not in', keys)
  if (isBlind) over = over.where('key', 'not like', 'loop %').where('key', 'not like', 'head %')
  for (const { key, summary, opened_at } of await over.returning(['key', 'summary', 'opened_at']).execute()) {
    ctx.log.warn({ incident: key, opened_at }, 'what stood still goes on')
    await tellOperators(ctx, tx, {
      kind: kindOf(key),
      text: `Over: ${summary}.`,
      mail: recoveryMail(siteOf(ctx), { summary, since: opened_at }),
    })
  }
}

/** The kind of notification by which operators choose, from the first word of an incident's key. */
function kindOf(key: string) {
  const [part] = key.split(' ', 1)
  if (part === 'process' || part === 'no') return 'admin.process_dead'
  if (part === 'sender' || part === 'tokens') return 'admin.case'
  return part === 'job' || part === 'events' || part === 'messages' ? 'admin.job_failed' : 'admin.check_failed'
}

const siteOf = (ctx: Context) => ({ origin: urlsFor(ctx).admin, brand: ctx.config.brand })

/** Sent by this process: there may be no worker left. */
async function deliverMails(ctx: Context): Promise<void> {
  const incidents = await ctx.db.selectFrom('incidents').select('message_ids').execute()
  const ids = incidents.flatMap(({ message_ids }) => z.array(z.string()).parse(message_ids))
  if (ids.length === 0) return
  const waiting = ctx.db.selectFrom('messages').select('id').where('id', 'in', ids).where('status', '=', 'WAITING')
  for (const { id } of await waiting.execute()) await deliverMessage(ctx, id)
}
