import { LISTING_HISTORY_MAX, MAX_LISTINGS_PER_DAY, MAX_OPEN_TOPUPS } from '@verso/protocol/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildListedNft } from '../build-listed-nft.ts'
import { buildMember, type Member } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()

/** Listings of an NFT that ended, straight in the database, newer than its own. */
const addEnded = (listingId: string, count: number) =>
  sql`insert into listings (id, nft_id, seller_id, price_cents, fee_bps, royalty_bps, fee_cents, royalty_cents, status, created_at, updated_at)
    select gen_random_uuid(), nft_id, seller_id, price_cents, fee_bps, royalty_bps, fee_cents, royalty_cents, 'INACTIVE',
      created_at + n * interval '1 second', created_at + n * interval '1 second'
    from listings, generate_series(1, ${count}::int) as n where id = ${listingId}`.execute(t.ctx.db)

test('a member sets the price of one NFT so often a day, and again the day after', async () => {
  const { seller, nft, listing } = await buildListedNft(t)
  const setPrice = (price: number) =>
    t.call('PUT', `/api/nfts/${nft.id}/`, { token: seller.tokens.access, body: { listing: true, price } })
  await addEnded(listing.id, MAX_LISTINGS_PER_DAY - 2)
  expect((await setPrice(20)).status).toBe(200)
  const refused = await setPrice(30)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await setPrice(20)).status).toBe(200)
  await sql`update listings set created_at = created_at - interval '1 day' where nft_id = ${nft.id}`.execute(t.ctx.db)
  expect((await setPrice(30)).status).toBe(200)
})

test('an answer has the newest of a long history, and the newest sales however many changes came after them', async () => {
  const { nft, listing } = await buildListedNft(t)
  const buyer = await buildMember(t)
  await sql`update listings set status = 'SOLD', buyer_id = ${buyer.id} where id = ${listing.id}`.execute(t.ctx.db)
  await addEnded(listing.id, LISTING_HISTORY_MAX + 50)
  for (const path of ['', 'listings/']) {
    const { body } = await t.call('GET', `/api/nfts/${nft.id}/${path}`)
    const listings = (path === '' ? body.data.listings : body.data) as { id: string; status: string }[]
    expect(listings).toHaveLength(LISTING_HISTORY_MAX + 1)
    expect(listings.at(-1)).toMatchObject({ id: listing.id, status: 'SOLD' })
  }
})

/** Transfers of a token between addresses outside, one a block, straight in the database. */
const addMoves = (nftId: string, count: number) =>
  sql`insert into chain_transfers (chain, block_number, block_hash, log_index, transaction_hash, token_id, from_address, to_address, mined_at)
    select chain, n, '0x' || n, 0, '0x' || n, token_id, '0x' || lpad((n - 1)::text, 40, '0'), '0x' || lpad(n::text, 40, '0'),
      created_at + n * interval '1 second'
    from nfts, generate_series(1000001, 1000000 + ${count}::int) as n where id = ${nftId}`.execute(t.ctx.db)

test('the activity log of a token that moved 10,000 times outside has the newest moves', async () => {
  const { nft } = await buildListedNft(t)
  await addMoves(nft.id, 10_000)
  const { body } = await t.call('GET', `/api/nfts/${nft.id}/activity-logs/`)
  const moves = (body.data as { activity: string; to: string }[]).filter(({ activity }) => activity === 'Transferred')
  expect(moves).toHaveLength(LISTING_HISTORY_MAX)
  expect(moves[0]?.to).toBe('0x0000…0000')
  expect(moves.at(-1)?.to).toBe('0x0000…9801')
})

test('a member has so many open top-ups at most, however many are asked for at once', async () => {
  const member = await buildMember(t)
  const topup = ({ tokens }: Member) =>
    t.call('PUT', '/api/accounts/credits/', { token: tokens.access, body: { amount: 5 } })
  const answers = await Promise.all(Array.from({ length: MAX_OPEN_TOPUPS + 3 }, () => topup(member)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_OPEN_TOPUPS)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
})
