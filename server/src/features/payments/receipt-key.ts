import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'

const keyWith = (secret: string, paymentId: string): Buffer =>
  createHmac('sha256', secret).update(`receipt:${paymentId}`).digest().subarray(0, 18)

/** A receipt is opened by a link, which cannot carry a token: the link carries a key for this one receipt. */
export const receiptPath = (ctx: Context, paymentId: string): string =>
  `/api/payments/${paymentId}/receipt/?key=${keyWith(ctx.config.secretKeys[0] ?? '', paymentId).toString('base64url')}`

export function isReceiptKey(ctx: Context, paymentId: string, key: string): boolean {
  const given = Buffer.from(key, 'base64url')
  return ctx.config.secretKeys.some((secret) => {
    const expected = keyWith(secret, paymentId)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
