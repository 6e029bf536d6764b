import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'

export type Throttle = { name: string; subject: string; limit: number; windowMs: number }

/**
 * Takes one of `limit` points of a fixed window. The statement counts exactly, however many come at once.
 * @throws AppError too_many_requests when the window has none left
 */
export async function takePoint(ctx: Context, db: Db | Tx, throttle: Throttle): Promise<void> {
  const nowMs = ctx.clock.now().getTime()
  const { rows } = await sql<{ points: number; expire: number }>`
    insert into rate_limits as limits (key, points, expire) values (${keyOf(throttle)}, 1, ${nowMs + throttle.windowMs})
    on conflict (key) do update set
      points = case when limits.expire <= ${nowMs} then 1 else limits.points + 1 end,
      expire = case when limits.expire <= ${nowMs} then excluded.expire else limits.expire end
    returning points, expire`.execute(db)
  const window = rows[0]
  if (!window || window.points <= throttle.limit) return
  throw new AppError('too_many_requests', {
    userMessage: 'Too many attempts. Try again later.',
    retryAfterMs: window.expire - nowMs,
  })
}

/** Forgets what was taken, after a success. */
export async function clearPoints(db: Db | Tx, throttle: Throttle): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', keyOf(throttle)).execute()
}

/** Addresses and phones are kept as hashes only. */
const keyOf = ({ name, subject }: Throttle) => `${name}:${createHash('sha256').update(subject).digest('base64url')}`

/** One subscriber's network: the address itself, of IPv6 its /64. */
export function networkOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!mapped.includes(':')) return mapped
  const [head = '', tail = ''] = mapped.split('::')
  const left = head.split(':').filter(Boolean)
  const right = mapped.includes('::') ? tail.split(':').filter(Boolean) : []
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.slice(0, 4).join(':')
}
