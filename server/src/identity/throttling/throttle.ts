import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

export type Throttle = { name: string; subject: string; limit: number; windowMs: number }

type Window = { points: number; expire: number }

/**
 * Takes one of `limit` points of a fixed window.
 * @throws AppError too_many_requests when the window has none left
 */
export async function takePoint(ctx: Context, db: Db | Tx, throttle: Throttle): Promise<void> {
  const window = await countPoint(ctx, db, throttle)
  if (window && window.points > throttle.limit) throw tooMany(ctx, window)
}

/** Counts one point; the statement counts exactly, however many come at once. */
export async function countPoint(ctx: Context, db: Db | Tx, throttle: Throttle): Promise<Window | undefined> {
  const nowMs = ctx.clock.now().getTime()
  const { rows } = await sql<Window>`
    insert into rate_limits as limits (key, points, expire) values (${keyOf(throttle)}, 1, ${nowMs + throttle.windowMs})
    on conflict (key) do update set
      points = case when limits.expire <= ${nowMs} then 1 else limits.points + 1 end,
      expire = case when limits.expire <= ${nowMs} then excluded.expire else limits.expire end
    returning points, expire`.execute(db)
  return rows[0]
}

/**
 * Looks without taking one.
 * @throws AppError too_many_requests when the window has none left
 */
export async function assertPointLeft(ctx: Context, db: Db | Tx, throttle: Throttle): Promise<void> {
  const window = await db
    .selectFrom('rate_limits')
    .select(['points', 'expire'])
    .where('key', '=', keyOf(throttle))
    .where('expire', '>', ctx.clock.now().getTime())
    .executeTakeFirst()
  if (window?.expire != null && window.points >= throttle.limit)
    throw tooMany(ctx, { points: window.points, expire: window.expire })
}

const tooMany = (ctx: Context, { expire }: Window) =>
  new AppError('too_many_requests', {
    userMessage: 'Too many attempts. Try again later.',
    retryAfterMs: expire - ctx.clock.now().getTime(),
  })

/** Gives back the point of a successful try. */
export async function returnPoint(ctx: Context, db: Db | Tx, throttle: Throttle): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ points: eb('points', '-', 1) }))
    .where('key', '=', keyOf(throttle))
    .where('points', '>', 0)
    .where('expire', '>', ctx.clock.now().getTime())
    .execute()
}

/** Clears the count after a success. */
export async function clearPoints(db: Db | Tx, throttle: Throttle): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(throttle)).execute()
}

/** Addresses and phones are kept as hashes only. */
const keyOf = ({ name, subject }: Throttle) => `${name}:${createHash('sha256').update(subject).digest('base64url')}`
