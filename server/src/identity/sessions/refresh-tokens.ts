import { createHmac } from 'node:crypto'
import type { TokenPair } from '@verso/protocol/auth'
import { REFRESH_REUSE_GRACE_MS } from '@verso/protocol/limits'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import { recordSecurityEvent } from '../../audit/security-events.ts'
import { signAccessToken } from './access-token.ts'
import type { Device } from '../../http/device.ts'
import { hashToken } from './hash-token.ts'
import { rememberNetwork } from '../throttling/known-networks.ts'
import { endOfFullSession, isOngoing } from './session-lifetime.ts'

type LiveSession = { id: string; user_id: string; kind: 'TEMPORARY' | 'FULL'; created_at: Date; expires_at: Date }

/**
 * Rotation: a refresh token works once. Used again within 10 s it is a lost answer or a second tab and gets the same
 * successor; later it is taken for stolen, and the whole family ends (docs/rules.md R48, docs/decisions/0182).
 */
export async function refreshTokens(
  ctx: Context,
  { refresh, device }: { refresh: string; device: Device },
): Promise<TokenPair> {
  const hash = hashToken(refresh)
  const tokens = await inTransaction(ctx.db, async (tx) => {
    const session = await findLiveSession(ctx, tx, hash)
    if (!session) return undefined
    if (!(await useToken(ctx, tx, hash))) {
      await endSession(ctx, tx, session.id)
      await recordSecurityEvent(ctx, tx, { userId: session.user_id, action: 'session.reused-token', device })
      return undefined
    }
    const renewed = await renewSession(ctx, tx, session)
    if (session.kind === 'FULL')
      await rememberNetwork(ctx, tx, { userId: session.user_id, address: device.address, hasSignedIn: true })
    return {
      access: await signAccessToken(ctx, renewed),
      refresh: await issueSuccessor(ctx, tx, { refresh, sessionId: session.id }),
    }
  })
  ctx.failpoints.reach('refresh-tokens.after-commit')
  if (!tokens) throw new AppError('unauthorized', { userMessage: 'Please sign in again' })
  return tokens
}

async function findLiveSession(ctx: Context, tx: Tx, hash: string): Promise<LiveSession | undefined> {
  return tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.kind', 'sessions.created_at', 'sessions.expires_at'])
    .where('refresh_tokens.hash', '=', hash)
    .where('sessions.revoked_at', 'is', null)
    .where(isOngoing(ctx))
    .where('users.status', '<>', 'DELETED')
    .forUpdate('sessions')
    .executeTakeFirst()
}

/** @returns false when the token was used before, longer ago than the grace */
async function useToken(ctx: Context, tx: Tx, hash: string): Promise<boolean> {
  const now = ctx.clock.now()
  const { numUpdatedRows } = await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  const token = await tx.selectFrom('refresh_tokens').select('used_at').where('hash', '=', hash).executeTakeFirst()
  return token?.used_at != null && after(token.used_at, REFRESH_REUSE_GRACE_MS) > now
}

/**
 * A token has one successor, however often it is presented: two holders of a token have one line between them, and the one
 * who comes second on it ends it. Derived, so that it is given out again without being stored; the primary key is of its hash.
 */
async function issueSuccessor(
  ctx: Context,
  tx: Tx,
  { refresh, sessionId }: { refresh: string; sessionId: string },
): Promise<string> {
  const [secret = ''] = ctx.config.secretKeys
  const successor = createHmac('sha256', secret).update(`refresh:${refresh}`).digest('base64url')
  await tx
    .insertInto('refresh_tokens')
    .values({ hash: hashToken(successor), session_id: sessionId, created_at: ctx.clock.now() })
    .onConflict((conflicting) => conflicting.column('hash').doNothing())
    .execute()
  return successor
}

const endSession = (ctx: Context, tx: Tx, id: string) =>
  tx.updateTable('sessions').set({ revoked_at: ctx.clock.now() }).where('id', '=', id).execute()

/** A full session goes on from its last use, up to its latest end; a temporary one ends 15 minutes after it began, and is never extended. */
async function renewSession(ctx: Context, tx: Tx, session: LiveSession): Promise<LiveSession> {
  const now = ctx.clock.now()
  const expires_at = session.kind === 'FULL' ? endOfFullSession(ctx, session.created_at) : session.expires_at
  await tx.updateTable('sessions').set({ last_used_at: now, expires_at }).where('id', '=', session.id).execute()
  return { ...session, expires_at }
}
