import { beforeAll, expect, test } from 'vitest'
import { buildMember, type Member } from '../../test/build-member.ts'
import { buildListing, buildNft } from '../../test/build-nft.ts'
import { buildReservation, type Sale } from '../../test/build-sale.ts'
import { countRoundTrips } from '../../test/count-round-trips.ts'
import { useTestApp } from '../../test/test-app.ts'

/** A read is one statement, its viewer's session included (docs/decisions/0260): these only ever get fewer. */
const t = useTestApp()
let member: Member
let nftId: string
let waitingId: string
let sale: Sale
beforeAll(async () => {
  member = await buildMember(t, { displayName: 'Art Maker' })
  const nft = await buildNft(t, { owner: member, name: 'Art of glass' })
  await buildListing(t, { nft, status: 'ACTIVE' })
  const sold = await buildNft(t, { owner: member })
  await buildListing(t, { nft: sold, seller: await buildMember(t), buyer: member, status: 'SOLD' })
  nftId = nft.id
  waitingId = (await buildNft(t, { owner: member, approved: false })).id
  sale = await buildReservation(t)
  await t.call('PUT', `/api/nfts/${nftId}/favourite/`, { headers: sale.buyer.headers })
  await t.call('PUT', `/api/users/${sale.buyer.id}/follow/`, { headers: member.headers })
  await t.runJobs()
})

async function roundTripsOf(path: string, token?: string): Promise<number> {
  const call = () => t.call('GET', path, token === undefined ? {} : { token })
  const { result, roundTrips } = await countRoundTrips(call)
  expect(result.status).toBe(200)
  // An empty list could spare a statement.
  expect(result.body.data).not.toEqual([])
  return roundTrips
}

const LIST = '/api/nfts/?listed=true&approved=true&limit=24'
test.each([
  ['a list', () => LIST],
  ['the Gallery', () => '/api/nfts/?listed=false&approved=true&sort=-price'],
  ['works of a member', () => `/api/nfts/?owned_by=${member.id}`],
  ['one NFT', () => `/api/nfts/${nftId}/`],
  ['one NFT that is not approved', () => `/api/nfts/${waitingId}/`],
  ['its listings', () => `/api/nfts/${nftId}/listings/`],
  ['its activity', () => `/api/nfts/${nftId}/activity-logs/`],
  ['a profile', () => `/api/users/${member.id}/`],
  ['the front of Explore', () => '/api/featured/'],
])('%s is read in one round trip, by a visitor and by a member', async (_what, path) => {
  expect([await roundTripsOf(path()), await roundTripsOf(path(), member.tokens.access)]).toEqual([1, 1])
})

test.each([
  ['their profile', () => '/api/users/me/'],
  ['their favourites', () => '/api/users/me/favourites/'],
  ['their orders', () => '/api/payments/?kind=PURCHASE'],
  ['their notifications', () => '/api/notifications/'],
  ['an order', () => `/api/payments/${sale.paymentId}/`],
])('a member reads %s in one round trip', async (_what, path) => {
  expect(await roundTripsOf(path(), sale.buyer.tokens.access)).toBe(1)
})

test('the settings are read in one round trip', async () => {
  expect(await roundTripsOf('/api/settings/')).toBe(1)
})

test('a search everywhere is four statements of its transaction, one for each kind that it found, and one for the session', async () => {
  const path = '/api/search/?q=art'
  expect([await roundTripsOf(path), await roundTripsOf(path, member.tokens.access)]).toEqual([7, 8])
})

test('a search is three statements, of which two estimate at once', async () => {
  expect(await roundTripsOf(`${LIST}&search=glass`, member.tokens.access)).toBe(3)
})

test('a session that has ended, is awaiting its code, or is no session reads as a visitor', async () => {
  const ended = await buildMember(t)
  await t.ctx.db.updateTable('sessions').set({ revoked_at: t.clock.now() }).where('id', '=', ended.sessionId).execute()
  const awaiting = await buildMember(t, { session: 'TEMPORARY' })
  for (const token of [ended.tokens.access, awaiting.tokens.access, 'none']) {
    const { body, headers } = await t.call('GET', LIST, { token })
    expect(body.data[0]).not.toHaveProperty('is_favourite')
    expect(headers['cache-control']).toBe('private, no-cache')
  }
  const { body, headers } = await t.call('GET', LIST, { token: member.tokens.access })
  expect([body.data[0].is_favourite, headers['cache-control']]).toEqual([false, 'no-store'])
})
