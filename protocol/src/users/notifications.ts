import { z } from 'zod'
import { id, isoTime, listOf, pageQuery, queryFlag } from '../envelope.ts'

/** When a kind is mailed: at once, in the mail of the day, or never. */
export const mailing = z.enum(['now', 'daily', 'off'])
export type Mailing = z.infer<typeof mailing>

type Kind = { inApp: boolean; email: Mailing; isRequired?: true }

const shown: Kind = { inApp: true, email: 'off' }
const mailed: Kind = { inApp: true, email: 'now' }
/** Receipts and security: cannot be switched off. */
const required: Kind = { inApp: true, email: 'now', isRequired: true }
/** One's own act is no news, unless one asks for it. */
const ownAct: Kind = { inApp: false, email: 'off' }

/** Of what operators are told in the admin area. */
const OPERATORS_PREFIX = 'admin.'

/** The kinds of notifications for members and operators, with their defaults. */
export const NOTIFICATION_KINDS = {
  'nft.minted': shown,
  'nft.mint_failed': shown,
  'nft.approved': mailed,
  'nft.refused': mailed,
  'nft.taken_down': mailed,
  'nft.listed': ownAct,
  'nft.price_changed': ownAct,
  'nft.unlisted': ownAct,
  'nft.sold': mailed,
  'nft.withdrawn': shown,
  'listing.expired': shown,
  'order.paid': shown,
  'order.delivered': required,
  'order.refunded': required,
  'order.needs_review': shown,
  'topup.completed': required,
  'earnings.released': shown,
  'royalty.received': mailed,
  'payout.requested': { inApp: false, email: 'now' },
  'payout.approved': mailed,
  'payout.paid': mailed,
  'payout.rejected': mailed,
  'follow.created': shown,
  'wishlist.listed': shown,
  'wishlist.price_dropped': shown,
  'wishlist.sold': shown,
  'following.listed': shown,
  'security.new_device': required,
  'security.password_changed': required,
  'security.factor_changed': required,
  'security.phone_changed': required,
  'security.bank_changed': required,
  'security.royalty_address_changed': required,
  'security.withdrawal': required,
  'security.locked': required,
  'admin.queue': { inApp: true, email: 'daily' },
  'admin.case': mailed,
  'admin.job_failed': mailed,
  'admin.check_failed': mailed,
  'admin.funds_low': mailed,
  'admin.process_dead': mailed,
} as const satisfies Record<string, Kind>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]]

/** Members are told of what is theirs on the marketplace, operators of what waits for them in the admin area. */
export type NotificationArea = 'member' | 'operators'
export const areaOf = (kind: string): NotificationArea => (kind.startsWith(OPERATORS_PREFIX) ? 'operators' : 'member')

export const notificationKind = z.enum(NOTIFICATION_KIND_NAMES, 'Unknown kind')

/** One line: same things happening together are one, with their `count`. */
export const notification = z.object({
  id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** A path of the marketplace, of operators' kinds one of the admin area. */
  link: z.string(),
  image_url: z.string().nullable(),
  count: z.number().int(),
  created_at: isoTime,
  read_at: isoTime.nullable(),
})
export type Notification = z.infer<typeof notification>

const { shape } = listOf(notification)
export const notificationList = z.object({
  data: shape.data,
  meta: shape.meta.extend({ unread: z.number().int() }),
})
export const notificationQuery = pageQuery.extend({ unread: queryFlag.optional() })

const MAX_READ_AT_ONCE = 100
/** The lines that were read; `all` includes those of later pages. */
export const readNotifications = z.union(
  [
    z.strictObject({ ids: z.array(id).max(MAX_READ_AT_ONCE) }),
    z.strictObject({ all: z.literal(true, '"all" can only be true') }),
  ],
  'Give "ids" or "all"',
)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}
const timeZone = z.string().max(100).refine(isTimeZone, 'Unknown time zone')

export const notificationSettings = z.object({
  kinds: z.array(z.object({ kind: notificationKind, required: z.boolean(), in_app: z.boolean(), email: mailing })),
  time_zone: z.string(),
  /** Whether news about the marketplace may be mailed: the consent of the registration. */
  news: z.boolean(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

const choice = z
  // `required` comes with what was read, and is not chosen.
  .strictObject({
    kind: notificationKind,
    required: z.boolean().optional(),
    in_app: z.boolean().optional(),
    email: mailing.optional(),
  })
  .superRefine(({ kind, in_app, email }, problems) => {
    const { isRequired }: Kind = NOTIFICATION_KINDS[kind]
    if (!isRequired) return
    const message = 'Security and receipts cannot be switched off'
    if (in_app === false) problems.addIssue({ code: 'custom', path: ['in_app'], message })
    if (email !== undefined && email !== 'now') problems.addIssue({ code: 'custom', path: ['email'], message })
  })

/** A part of the settings: what it leaves out stays as it is. */
export const notificationChoices = z.strictObject({
  kinds: z.array(choice).max(NOTIFICATION_KIND_NAMES.length).optional(),
  time_zone: timeZone.optional(),
  news: z.boolean().optional(),
})
export type NotificationChoices = z.infer<typeof notificationChoices>
