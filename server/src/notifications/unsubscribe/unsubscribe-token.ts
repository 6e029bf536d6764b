import { createHmac, timingSafeEqual } from 'node:crypto'
import { addressOf } from '@verso/protocol/pages/pages'
import { NOTIFICATION_KINDS, type NotificationKind, notificationKind } from '@verso/protocol/users/notifications'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { urlsFor } from '../../http/urls.ts'

type Subscription = { userId: string; kinds: [NotificationKind, ...NotificationKind[]] }

const sign = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe:${text}`).digest()

/** Names a member and what a mail told of, and cannot be made for another member. It has no end, as the mail has none. */
export function unsubscribeToken({ config: { secretKeys } }: Context, { userId, kinds }: Subscription): string {
  const text = `${userId}:${kinds.join(',')}`
  return `${Buffer.from(text).toString('base64url')}.${sign(secretKeys[0] ?? '', text).toString('base64url')}`
}

/** The subscription that a token names; undefined for a token that is not ours. */
export function readUnsubscribeToken({ config: { secretKeys } }: Context, token: string): Subscription | undefined {
  const [encoded = '', signature = ''] = token.split('.')
  const text = Buffer.from(encoded, 'base64url').toString('utf8')
  const given = Buffer.from(signature, 'base64url')
  const isOurs = secretKeys.some((secret) => {
    const expected = sign(secret, text)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  const [userId = '', names = ''] = text.split(':')
  const kinds = z.tuple([notificationKind], notificationKind).safeParse(names.split(','))
  return isOurs && kinds.success ? { userId, kinds: kinds.data } : undefined
}

/** The two ways out of mails like one: the page in the mail, and the call of the mail program. Receipts and security have none. */
export function unsubscribeFrom(ctx: Context, userId: string, told: readonly NotificationKind[]) {
  const [kind, ...others] = [...new Set(told)].filter((one) => !('isRequired' in NOTIFICATION_KINDS[one]))
  if (!kind) return undefined
  const token = unsubscribeToken(ctx, { userId, kinds: [kind, ...others] })
  const origin = urlsFor(ctx).public
  return {
    unsubscribePage: origin + addressOf('unsubscribe', { token }),
    unsubscribeUrl: `${origin}/api/notifications/unsubscribe/${token}/`,
  }
}
