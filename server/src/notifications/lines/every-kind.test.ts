import { EVENT_SCHEMAS, type EventType } from '@verso/protocol/events'
import { areaOf, NOTIFICATION_KIND_NAMES, NOTIFICATION_KINDS } from '@verso/protocol/users/notifications'
import { expect, test } from 'vitest'
import { topup } from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject } from '../../events/subjects.ts'
import { memberLines } from '../member-lines.ts'
import { operatorLines } from '../operator-lines.ts'

const t = useTestApp()

/** Told when something stands still or has failed, by what finds it. */
const FOUND = ['admin.job_failed', 'admin.check_failed', 'admin.funds_low', 'admin.process_dead']

const put = ({ tokens }: Member, path: string, body: object) => t.call('PUT', path, { token: tokens.access, body })
const wantAll = (member: Member) =>
  put(member, '/api/notifications/settings/', {
    kinds: NOTIFICATION_KIND_NAMES.filter(
      (kind) => areaOf(kind) === 'member' && !('isRequired' in NOTIFICATION_KINDS[kind]),
    ).map((kind) => ({ kind, in_app: true })),
  })

test('every kind is told by the event that is its cause', async () => {
  const [seller, other, creator] = [await buildMember(t), await buildMember(t), await buildMember(t)]
  await buildAdmin(t)
  for (const member of [seller, other, creator]) expect((await wantAll(member)).status).toBe(200)
  const nft = await buildNft(t, { creator, owner: seller })
  const listing = await buildListing(t, { nft, priceCents: 1_000 })
  await put(other, `/api/nfts/${nft.id}/wishlist/`, {})
  await put(creator, `/api/users/${seller.id}/follow/`, {})
  const ids = { creator_id: creator.id, seller_id: seller.id, buyer_id: creator.id, user_id: seller.id }
  const people = { follower_id: other.id, followed_id: seller.id, reporter_id: other.id }
  const things = { nft_id: nft.id, listing_id: listing.id, former_listing_id: listing.id, session_id: seller.sessionId }
  const money = { price_cents: 900, former_price_cents: 1_000, amount_cents: 900, seller_cents: 800, fee_cents: 50 }
  const paying = { payment_id: await topup(t, seller, 20), payout_id: listing.id, refund_id: listing.id }
  const audit = { actor_id: other.id, action: 'a', request_id: 'r', before: {}, after: {} }
  const all = {
    ...ids,
    ...people,
    ...things,
    ...money,
    ...paying,
    audit,
    royalty_cents: 50,
    reason: 'Why',
    by: 'change',
  }
  const record = (type: EventType, rest: object = {}) =>
    inTransaction(t.ctx.db, (tx) => {
      // A schema takes what is its own.
      const data = EVENT_SCHEMAS[type].parse({ ...all, chain: 'POLYGON', fiat_account_id: null, ...rest })
      return recordEvent(t.ctx, tx, { type, subjects: [nftSubject(nft.id)], data: data as never })
    })
  const special: { [T in EventType]?: object[] } = {
    'nft.unlisted': [{ cause: 'unlisted' }, { cause: 'expired' }],
    'order.refunded': [{ kind: 'PURCHASE' }],
    'order.refund_failed': [{ kind: 'PURCHASE' }],
    'order.needs_review': [{ kind: 'PURCHASE' }],
    'security.factor_changed': [{ kind: 'TOTP', change: 'added' }],
    'security.bank_changed': [{ fiat_account_id: listing.id, change: 'added' }],
  }
  const types = new Set<EventType>([...memberLines.types, ...operatorLines.types])
  for (const type of types) for (const rest of special[type] ?? [{}]) await record(type, rest)
  await t.runJobs()
  const rows = await t.ctx.db.selectFrom('notifications').select('kind').distinct().execute()
  const told = new Set(rows.map(({ kind }) => kind))
  expect(NOTIFICATION_KIND_NAMES.filter((kind) => !told.has(kind) && !FOUND.includes(kind))).toEqual([])
})
