import { createHash, createHmac } from 'node:crypto'
import { MAX_IDEMPOTENCY_KEYS } from '@verso/protocol/limits'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { AppError, conflict, invalidForm } from './app-error.ts'
import { viewerOf } from './access.ts'

const MAX_KEY_LENGTH = 200

/**
 * Runs `work` in one transaction. With an `Idempotency-Key` its answer is stored in that same transaction (docs/invariants.md I11, I12):
 * same key and body → the first answer; same key, other body → 422; still running → 409. Keys belong to the member and
 * are kept for 24 hours, 1,000 of each member. A failure is not stored, so the request may be repeated under the same key.
 */
export async function idempotently<T>(ctx: Context, request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return inTransaction(ctx.db, work)
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) throw invalidForm('Invalid Idempotency-Key')
  const { userId } = viewerOf(request)
  const [requestHash = '', ...formerHashes] = hashesOf(ctx, request)
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ locked: boolean; kept: number }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${userId}:${key}`}, 0)) as locked, (
        select count(*)::int from (select from idempotency_keys where user_id = ${userId} limit ${MAX_IDEMPOTENCY_KEYS}) as own
      ) as kept`.execute(tx)
    if (!rows[0]?.locked) throw conflict('This request is still running. Try again in a moment.')
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'body'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (first) {
      if ([requestHash, ...formerHashes].includes(first.request_hash)) return first.body as T
      throw new AppError('idempotency_mismatch', { userMessage: 'This Idempotency-Key was used for another request.' })
    }
    if (rows[0].kept >= MAX_IDEMPOTENCY_KEYS) throw tooManyKeys()
    const answer = await work(tx)
    const created_at = ctx.clock.now()
    await tx
      .insertInto('idempotency_keys')
      .values({
        user_id: userId,
        key,
        request_hash: requestHash,
        status_code: 200,
        body: JSON.stringify(answer ?? null),
        created_at,
      })
      .execute()
    return answer
  })
}

/**
 * The hashes that tell a request from another one. Under our secret, as a body may hold a password or an account number, which could
 * be guessed from a bare hash (docs/invariants.md I25). First the one that is kept; an older server, or one with another
 * SECRET_KEY, has kept one of the rest.
 */
function hashesOf(ctx: Context, { method, url, body }: FastifyRequest): string[] {
  // The same route with and without the trailing slash.
  const told = `${method} ${url.replace(/\/(?=\?|$)/, '')}\n${JSON.stringify(body ?? null)}`
  const hashes = [...ctx.config.secretKeys.map((secret) => createHmac('sha256', secret)), createHash('sha256')]
  return hashes.map((hash) => hash.update(told).digest('hex'))
}

/** Each key keeps a whole answer: one member must not fill the disk with them. */
const tooManyKeys = () =>
  new AppError('too_many_requests', {
    userMessage: 'Too many requests with an Idempotency-Key today. Try again later.',
    retryAfterMs: 3_600_000,
  })
