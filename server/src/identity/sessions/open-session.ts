import type { TokenPair } from '@verso/protocol/auth'
import { TEMPORARY_SESSION_TTL_MS } from '@verso/protocol/limits'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { signAccessToken } from './access-token.ts'
import type { Device } from '../../http/device.ts'
import { hashToken } from './hash-token.ts'
import { endOfFullSession } from './session-lifetime.ts'

const REFRESH_TOKEN_BYTES = 32

/**
 * Opens a session and its first token pair. A TEMPORARY session has passed the password only; a FULL one is opened by
 * the second factor, which therefore counts as given now (docs/rules.md R45).
 */
export async function openSession(
  ctx: Context,
  tx: Tx,
  input: { userId: string; kind: 'TEMPORARY' | 'FULL'; device: Device },
): Promise<{ sessionId: string; tokens: TokenPair }> {
  const now = ctx.clock.now()
  const session = {
    id: ctx.random.id(),
    user_id: input.userId,
    kind: input.kind,
    user_agent: input.device.userAgent.slice(0, 500),
    address: input.device.address,
    second_factor_at: input.kind === 'FULL' ? now : null,
    created_at: now,
    last_used_at: now,
    expires_at: input.kind === 'FULL' ? endOfFullSession(ctx, now) : after(now, TEMPORARY_SESSION_TTL_MS),
  }
  await tx.insertInto('sessions').values(session).execute()
  const refresh = await issueRefreshToken(ctx, tx, session.id)
  return { sessionId: session.id, tokens: { access: await signAccessToken(ctx, session), refresh } }
}

/** The first refresh token of the session's family; only its hash is stored. */
async function issueRefreshToken(ctx: Context, tx: Tx, sessionId: string): Promise<string> {
  const refresh = ctx.random.bytes(REFRESH_TOKEN_BYTES).toString('base64url')
  await tx
    .insertInto('refresh_tokens')
    .values({ hash: hashToken(refresh), session_id: sessionId, created_at: ctx.clock.now() })
    .execute()
  return refresh
}
