import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_TTL_MS } from '@verso/protocol/limits'
import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'

const ISSUER = 'verso'
const HMAC = { name: 'HMAC', hash: 'SHA-256' }

/** Making the key took three times as long as checking a token with it. */
const keys = new Map<string, Promise<CryptoKey>>()
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const bytes = createHash('sha256').update(`access-token:${secret}`).digest()
  const key = crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify'])
  keys.set(secret, key)
  return key
}

type NamedSession = { id: string; user_id: string; expires_at: Date }

/**
 * A signed token that names a session, and its member for the browser, which keeps what they have begun for them alone. It lives ten
 * minutes and never past the session's own end.
 */
export async function signAccessToken(ctx: Context, session: NamedSession): Promise<string> {
  const now = ctx.clock.now().getTime()
  const expiresAtMs = Math.min(now + ACCESS_TOKEN_TTL_MS, session.expires_at.getTime())
  const [secret = ''] = ctx.config.secretKeys
  return new SignJWT({ sid: session.id, jti: ctx.random.id() })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(session.user_id)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAtMs / 1000))
    .sign(await keyOf(secret))
}

/** @returns the session's id, or null when the token is not ours, expired or malformed */
export async function readAccessToken(ctx: Context, token: string): Promise<string | null> {
  for (const secret of ctx.config.secretKeys) {
    try {
      const { payload } = await jwtVerify(token, await keyOf(secret), {
        issuer: ISSUER,
        algorithms: ['HS256'],
        currentDate: ctx.clock.now(),
      })
      return typeof payload.sid === 'string' ? payload.sid : null
    } catch {
      // Signed by another key of the list, or not at all: try the next one.
    }
  }
  return null
}
