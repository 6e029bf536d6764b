import { createHmac, timingSafeEqual } from 'node:crypto'
import { RECEIPT_LINK_TTL_MS } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'

const DAY_MS = 24 * 3_600_000

/** A link names the payment and the day on which it ends. */
type Link = { paymentId: string; lastDay: number }

const keyWith = (secret: string, { paymentId, lastDay }: Link): Buffer =>
  createHmac('sha256', secret).update(`receipt:${paymentId}:${lastDay}`).digest().subarray(0, 18)

const dayOf = (date: Date): number => Math.floor(date.getTime() / DAY_MS)

/**
 * A receipt is opened by a link, which cannot carry a token: the link carries a key for this one receipt, for 90 days. The
 * same day gives the same link.
 */
export function receiptPath(ctx: Context, paymentId: string): string {
  const lastDay = dayOf(ctx.clock.now()) + RECEIPT_LINK_TTL_MS / DAY_MS
  const key = keyWith(ctx.config.secretKeys[0] ?? '', { paymentId, lastDay }).toString('base64url')
  return `/api/payments/${paymentId}/receipt/?key=${key}&until=${lastDay}`
}

/** `expired` also for the links of before, which had no end. */
export function judgeReceiptKey(
  ctx: Context,
  paymentId: string,
  { key = '', until }: { key?: string | undefined; until?: number | undefined },
): 'valid' | 'expired' | 'wrong' {
  if (until === undefined) return isKeyOf(ctx, key, (secret) => keyWithoutEnd(secret, paymentId)) ? 'expired' : 'wrong'
  if (!isKeyOf(ctx, key, (secret) => keyWith(secret, { paymentId, lastDay: until }))) return 'wrong'
  return dayOf(ctx.clock.now()) <= until ? 'valid' : 'expired'
}

const keyWithoutEnd = (secret: string, paymentId: string): Buffer =>
  createHmac('sha256', secret).update(`receipt:${paymentId}`).digest().subarray(0, 18)

function isKeyOf(ctx: Context, key: string, expect: (secret: string) => Buffer): boolean {
  const given = Buffer.from(key, 'base64url')
  return ctx.config.secretKeys.some((secret) => {
    const expected = expect(secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
