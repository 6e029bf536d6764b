import { hkdfSync } from 'node:crypto'
import { seal, unseal } from '../../seal.ts'
import type { Context } from '../../context.ts'

const IV_BYTES = 12
const keyFrom = (secretKey: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, '', 'verso/factors', 32))

/** An authenticator's secret as it is stored: sealed under the server's secret and bound to its row. */
export function sealTotpSecret(ctx: Context, secret: string, factorId: string): Buffer {
  const iv = ctx.random.bytes(IV_BYTES)
  return seal(keyFrom(ctx.config.secretKeys[0] ?? ''), Buffer.from(secret), { recordId: factorId, iv })
}

/** @returns undefined when it was sealed under a key that is no longer in SECRET_KEY */
export function openTotpSecret(ctx: Context, sealed: Buffer, factorId: string): string | undefined {
  for (const secretKey of ctx.config.secretKeys) {
    try {
      return unseal(keyFrom(secretKey), sealed, { recordId: factorId }).toString()
    } catch {
      // Sealed under another key of the list: try the next one.
    }
  }
  return undefined
}
