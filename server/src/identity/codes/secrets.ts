import { createHmac, timingSafeEqual } from 'node:crypto'
import { OTP_LENGTH } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'

/**
 * Codes and link tokens are derived from their challenge's id under the server's secret, so the same one can be sent
 * again without being stored; the database holds a hash of it (docs/invariants.md I25).
 */
const derive = (secret: string, purpose: string, id: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${id}`).digest()

const RANDOM_BYTES = 6

export function deriveCode(ctx: Context, challengeId: string): string {
  const number = derive(signingKey(ctx), 'code', challengeId).readUIntBE(0, RANDOM_BYTES) % 10 ** OTP_LENGTH
  return String(number).padStart(OTP_LENGTH, '0')
}

export const deriveLinkToken = (ctx: Context, challengeId: string): string =>
  derive(signingKey(ctx), 'link', challengeId).toString('base64url')

/** A million codes are tried in a second, so their hash needs the pepper, and the challenge's id as salt. */
export const hashCode = (ctx: Context, challengeId: string, code: string): string =>
  derive(signingKey(ctx), `code-hash:${challengeId}`, code).toString('hex')

export function isCodeOf(ctx: Context, challenge: { id: string; code_hash: string }, code: string): boolean {
  const expected = Buffer.from(challenge.code_hash)
  return ctx.config.secretKeys.some((secret) => {
    const actual = Buffer.from(derive(secret, `code-hash:${challenge.id}`, code).toString('hex'))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

/** Recognises a code that was just consumed, when its challenge is gone. */
export const hashSpentCode = (ctx: Context, input: { userId: string; purpose: string; code: string }): string =>
  derive(signingKey(ctx), `spent:${input.userId}:${input.purpose}`, input.code).toString('hex')

const signingKey = (ctx: Context): string => ctx.config.secretKeys[0] ?? ''
