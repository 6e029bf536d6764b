import type { EventData } from '@verso/protocol/events'
import type { NotificationKind } from '@verso/protocol/users/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { bindConsumer, type BoundConsumer } from '../../events/consumer.ts'
import { memberLines } from '../member-lines.ts'
import { tell } from './tell.ts'

type At = { recordedAt: Date }
type Listed = EventData<'nft.listed'>

/** The lines of each event in the product and their recipients, in one table. */
export const bindMemberLines = (): BoundConsumer =>
  bindConsumer(memberLines, {
    'nft.minted': (tx, event) => tellCreator(tx, 'nft.minted', event),
    'nft.mint_failed': (tx, event) => tellCreator(tx, 'nft.mint_failed', event),
    'nft.approved': async (tx, event) => {
      await tellCreator(tx, 'nft.approved', event)
      await tellOfListing(tx, event.data.nft_id, event)
    },
    'nft.refused': (tx, event) => tellCreator(tx, 'nft.refused', event),
    'nft.taken_down': tellOfTakedown,
    'nft.listed': async (tx, event) => {
      await tellSeller(tx, 'nft.listed', event)
      await tellOfListing(tx, event.data.nft_id, event)
    },
    'nft.price_changed': async (tx, event) => {
      await tellSeller(tx, 'nft.price_changed', event)
      if (event.data.price_cents < event.data.former_price_cents)
        await tellWishers(tx, 'wishlist.price_dropped', {
          ...event.data,
          at: event.recordedAt,
          since: dayBefore(event.recordedAt),
        })
    },
    'nft.unlisted': async (tx, event) => {
      // Other causes of the end have lines of their own.
      const kind = { expired: 'listing.expired', unlisted: 'nft.unlisted', closed: undefined } as const
      const told = kind[event.data.cause]
      if (told) await tellSeller(tx, told, event)
    },
    'nft.sold': tellOfSale,
    'nft.withdrawn': (tx, { data, recordedAt }) =>
      tell(tx, { kind: 'nft.withdrawn', to: data.user_id, nftId: data.nft_id, at: recordedAt }),
    // Required, as the line that it was started; its reason tells the two apart.
    'nft.not_withdrawn': (tx, { data, recordedAt: at }) =>
      tell(tx, { kind: 'security.withdrawal', to: data.user_id, nftId: data.nft_id, reason: data.reason, at }),
    'order.paid': (tx, event) => tellBuyer(tx, 'order.paid', event),
    'order.delivered': (tx, event) => tellBuyer(tx, 'order.delivered', event),
    'order.refunded': (tx, event) => tellPayer(tx, 'order.refunded', event),
    'order.needs_review': (tx, event) => tellPayer(tx, 'order.needs_review', event),
    'topup.completed': (tx, event) => tellPayer(tx, 'topup.completed', event),
    'earnings.released': (tx, { data, recordedAt: at }) =>
      tell(tx, {
        kind: 'earnings.released',
        to: data.user_id,
        nftId: data.nft_id,
        amountCents: data.amount_cents,
        at,
      }),
    'payout.requested': (tx, event) => tellPayee(tx, 'payout.requested', event),
    'payout.approved': (tx, event) => tellPayee(tx, 'payout.approved', event),
    'payout.paid': (tx, event) => tellPayee(tx, 'payout.paid', event),
    'payout.rejected': (tx, event) => tellPayee(tx, 'payout.rejected', event),
    // Once a day while it is unread: strangers can lock it again and again.
    'member.locked': (tx, { data, recordedAt: at }) =>
      tell(tx, { kind: 'security.locked', to: data.user_id, at, isGrouped: true }),
    'security.new_device': (tx, event) => tellOwner(tx, 'security.new_device', event),
    'security.password_changed': (tx, event) => tellOwner(tx, 'security.password_changed', event),
    'security.factor_changed': (tx, event) => tellOwner(tx, 'security.factor_changed', event),
    'security.phone_changed': (tx, event) => tellOwner(tx, 'security.phone_changed', event),
    'security.bank_changed': (tx, event) => tellOwner(tx, 'security.bank_changed', event),
    'security.royalty_address_changed': (tx, event) => tellOwner(tx, 'security.royalty_address_changed', event),
    'security.withdrawal': (tx, { data, recordedAt }) =>
      tell(tx, { kind: 'security.withdrawal', to: data.user_id, nftId: data.nft_id, at: recordedAt }),
    'follow.created': tellOfFollower,
  })

/** Good news is told together, news that a member has to act upon one by one. */
const GROUPED: ReadonlySet<NotificationKind> = new Set(['nft.minted', 'nft.approved'])

/** A member who follows, stops and follows again is news once a day. */
const tellOfFollower = (tx: Tx, { data, recordedAt: at }: At & { data: EventData<'follow.created'> }): Promise<void> =>
  tell(tx, {
    kind: 'follow.created',
    to: sql`select ${data.followed_id}::uuid as user_id where not exists (
      select from notifications as former where former.user_id = ${data.followed_id} and former.kind = 'follow.created'
        and former.created_at >= ${dayBefore(at)} and ${data.follower_id} = any(former.actor_ids))`,
    actorId: data.follower_id,
    at,
    isGrouped: true,
  })

type OfCreator = At & { data: { nft_id: string; creator_id: string; reason?: string | undefined } }
const tellCreator = (tx: Tx, kind: NotificationKind, { data, recordedAt: at }: OfCreator): Promise<void> =>
  tell(tx, {
    kind,
    to: data.creator_id,
    nftId: data.nft_id,
    reason: data.reason,
    at,
    ...(GROUPED.has(kind) && { isGrouped: true }),
  })

/** The owner hears of it as well as the creator. */
const tellOfTakedown = (tx: Tx, { data, recordedAt: at }: OfCreator): Promise<void> =>
  tell(tx, {
    kind: 'nft.taken_down',
    to: sql`select ${data.creator_id}::uuid as user_id
      union select owned_by from nfts where id = ${data.nft_id} and owned_by is not null`,
    nftId: data.nft_id,
    reason: data.reason,
    at,
  })

const tellSeller = (tx: Tx, kind: NotificationKind, { data, recordedAt: at }: At & { data: Listed }): Promise<void> =>
  tell(tx, { kind, to: data.seller_id, nftId: data.nft_id, amountCents: data.price_cents, at })

const tellBuyer = (
  tx: Tx,
  kind: NotificationKind,
  { data, recordedAt: at }: At & { data: EventData<'order.paid'> },
): Promise<void> =>
  tell(tx, {
    kind,
    to: data.buyer_id,
    nftId: data.nft_id,
    paymentId: data.payment_id,
    amountCents: data.amount_cents,
    at,
  })

type OfPayer = At & { data: { user_id: string; payment_id: string; amount_cents?: number } }
const tellPayer = (tx: Tx, kind: NotificationKind, { data, recordedAt: at }: OfPayer): Promise<void> =>
  tell(tx, {
    kind,
    to: data.user_id,
    paymentId: data.payment_id,
    at,
    ...(data.amount_cents !== undefined && { amountCents: data.amount_cents }),
  })

type OfPayee = At & { data: { user_id: string; amount_cents: number; reason?: string | undefined } }
const tellPayee = (tx: Tx, kind: NotificationKind, { data, recordedAt: at }: OfPayee): Promise<void> =>
  tell(tx, { kind, to: data.user_id, amountCents: data.amount_cents, reason: data.reason, at })

const tellOwner = (tx: Tx, kind: NotificationKind, { data, recordedAt: at }: At & { data: { user_id: string } }) =>
  tell(tx, { kind, to: data.user_id, at })

async function tellOfSale(tx: Tx, { data, recordedAt: at }: At & { data: EventData<'nft.sold'> }): Promise<void> {
  const { nft_id: nftId, seller_id, creator_id, buyer_id } = data
  await tell(tx, { kind: 'nft.sold', to: seller_id, nftId, actorId: buyer_id, amountCents: data.seller_cents, at })
  if (data.royalty_cents > 0 && creator_id !== seller_id)
    await tell(tx, { kind: 'royalty.received', to: creator_id, nftId, amountCents: data.royalty_cents, at })
  await tellWishers(tx, 'wishlist.sold', { ...data, at, exceptId: buyer_id })
}

/** Prices that go up and down, and listings that come and go, are news once a day. */
const dayBefore = (at: Date): Date => new Date(at.getTime() - 24 * 3_600_000)

type Shown = { nft_id: string; seller_id: string; price_cents: number; at: Date }

/** Of NFTs that show on Explore only (docs/rules.md R23), to all who have it on their wishlist but its seller. */
const tellWishers = (
  tx: Tx,
  kind: NotificationKind,
  { nft_id, seller_id, price_cents, at, exceptId = seller_id, since = at }: Shown & { exceptId?: string; since?: Date },
): Promise<void> =>
  tell(tx, {
    kind,
    to: sql`
      select wishlist.user_id from wishlist join nfts on nfts.id = wishlist.nft_id
      where nfts.id = ${nft_id} and nfts.approval = 'APPROVED' and nfts.taken_down_at is null
        and wishlist.user_id not in (${seller_id}, ${exceptId})
        and not ${isTold({ kind, nftId: nft_id, since, userId: sql`wishlist.user_id` })}`,
    nftId: nft_id,
    actorId: seller_id,
    amountCents: price_cents,
    at,
  })

type Told = { kind: NotificationKind; nftId: string; since: Date; userId: RawBuilder<unknown> }
const isTold = ({ kind, nftId, since, userId }: Told): RawBuilder<boolean> => sql`exists (
  select from notifications as former where former.user_id = ${userId} and former.kind = ${kind}
    and former.created_at >= ${since} and ${nftId} = any(former.nft_ids))`

/**
 * An NFT can be bought on Explore when it is listed and approved, whichever comes last. Told once a listing and once a day, also
 * when the approval is given again.
 */
async function tellOfListing(tx: Tx, nftId: string, { recordedAt: at }: At): Promise<void> {
  const listing = await tx
    .selectFrom('listings')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .select(['seller_id', 'price_cents', 'listings.created_at as since'])
    .where('nft_id', '=', nftId)
    .where('listings.status', '=', 'ACTIVE')
    .where('nfts.approval', '=', 'APPROVED')
    .where('nfts.taken_down_at', 'is', null)
    .executeTakeFirst()
  if (!listing) return
  const { seller_id: sellerId } = listing
  const since = listing.since < dayBefore(at) ? listing.since : dayBefore(at)
  await tellWishers(tx, 'wishlist.listed', { nft_id: nftId, at, ...listing, since })
  await tell(tx, {
    kind: 'following.listed',
    // Members who wished for it hear of it already.
    to: sql`
      select follows.user_id from follows
      where followed_id = ${sellerId}
        and not exists (select from wishlist where wishlist.user_id = follows.user_id and wishlist.nft_id = ${nftId})
        and not ${isTold({ kind: 'following.listed', nftId, since, userId: sql`follows.user_id` })}`,
    nftId,
    actorId: sellerId,
    at,
    isGrouped: true,
  })
}
