import type { FailureAction, SecurityAction } from '@verso/protocol/users/security-events'
import { sql } from 'kysely'
import type { Context, Sweep } from '../context.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { recordEvent } from '../events/record-event.ts'
import { user } from '../events/subjects.ts'
import type { Device } from '../http/device.ts'
import { networkOf } from '../http/network-of.ts'
import { recordAudit } from './audit.ts'

type Event = { userId: string; action: SecurityAction; device: Device; after?: unknown }

/** Those of them that others are told of. */
const EVENTS = {
  'sign-in.locked': { type: 'member.locked' },
  'step-up.locked': { type: 'member.locked' },
  'password.change': { type: 'security.password_changed', by: 'change' },
  'password.reset': { type: 'security.password_changed', by: 'reset' },
} as const
const isTold = (action: SecurityAction): action is keyof typeof EVENTS => action in EVENTS

/** An act of a member, or a change of their account, with address and device. */
export async function recordSecurityEvent(
  ctx: Context,
  tx: Tx,
  { userId, action, device, after }: Event,
): Promise<void> {
  await recordAudit(ctx, tx, {
    actorId: userId,
    action,
    subject: { type: 'user', id: userId },
    after,
    origin: { userId, device },
  })
  if (!isTold(action)) return
  const event = EVENTS[action]
  const subjects = [user(userId)] as const
  if (event.type === 'member.locked')
    await recordEvent(ctx, tx, { type: event.type, subjects, data: { user_id: userId } })
  else await recordEvent(ctx, tx, { type: event.type, subjects, data: { user_id: userId, by: event.by } })
}

const MINUTE_MS = 60_000
const LINES_AT_ONCE = 200
const MAX_USER_AGENT = 300

/**
 * Counts failures that a stranger can cause without limit: one row per account and minute, or per network and minute for an
 * unknown account, without what was typed. One statement for both.
 */
export async function countFailure(
  ctx: Context,
  db: Db | Tx,
  { userId, action, device }: { userId: string | null; action: FailureAction; device: Device },
): Promise<void> {
  const minute = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS)
  const { address } = device
  await sql`
    insert into failure_counts as counted (subject, user_id, action, minute, count, address, user_agent)
    values (${userId ?? networkOf(address)}, ${userId}, ${action}, ${minute}, 1, ${address}, ${device.userAgent.slice(0, MAX_USER_AGENT)})
    on conflict (subject, action, minute) do update set
      count = counted.count + 1, address = excluded.address, user_agent = excluded.user_agent`.execute(db)
}

/** Makes one line of the audit log of each minute's failures, when the minute is over. */
export const recordFailuresSweep: Sweep = {
  name: 'record-failures',
  everyMs: 15_000,
  run: async (ctx) => {
    while ((await recordSome(ctx)) === LINES_AT_ONCE);
  },
}

const recordSome = (ctx: Context): Promise<number> =>
  inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const { rows } = await sql<Counted>`
      delete from failure_counts where ctid in (
        select ctid from failure_counts where minute <= ${new Date(now.getTime() - MINUTE_MS)}
        order by minute limit ${LINES_AT_ONCE} for update skip locked)
      returning subject, user_id as "userId", action, minute, count, address, user_agent as "userAgent"`.execute(tx)
    rows.sort((a, b) => a.minute.getTime() - b.minute.getTime())
    for (const { subject, userId, action, minute, count, address, userAgent } of rows) {
      await recordAudit(ctx, tx, {
        actorId: null,
        action,
        subject: { type: userId ? 'user' : 'network', id: subject },
        after: { count },
        origin: { userId, device: { address, userAgent } },
        at: minute,
      })
      if (userId && action === 'sign-in.failed') {
        const data = { user_id: userId, count }
        await recordEvent(ctx, tx, { type: 'member.sign_in_failed', subjects: [user(userId)], data })
      }
    }
    return rows.length
  })

type Counted = {
  subject: string
  userId: string | null
  action: string
  minute: Date
  count: number
  address: string
  userAgent: string
}
