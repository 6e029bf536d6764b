import { beforeAll, describe, expect, it, test } from 'vitest'
import { buildBelongings, type Belongings, temporaryTokenOf } from './build-belongings.ts'
import { buildAdmin, buildMember, type Member } from './build-member.ts'
import { type Answer, useTestApp } from './test-app.ts'

const t = useTestApp()

type Route = {
  row: keyof Belongings
  body?: object
  /** The answer to another member and to an admin, who are no owners; 'the same': the route does not ask whose it is. */
  other: 403 | 404 | 'the same'
}

const OUTSIDE = { address: '0x52908400098527886E0F7030069857D2E4169EE7' }
/** Every route that answers with a member's row, in an order in which the owner can call all of them. */
const ROUTES: Record<string, Route> = {
  'POST /api/files/:id/metadata/': { row: 'file', body: { name: 'Mine', description: 'My file' }, other: 404 },
  'POST /api/nfts/:id/retry/': { row: 'failedNft', other: 403 },
  'PUT /api/nfts/:id/': { row: 'nft', body: { listing: false }, other: 403 },
  'POST /api/nfts/:id/withdraw/': { row: 'nft', body: OUTSIDE, other: 403 },
  'GET /api/nfts/:id/withdraw/': { row: 'nft', other: 'the same' },
  'POST /api/nfts/:id/reports/': { row: 'nft', body: { reason: 'SPAM' }, other: 'the same' },
  'PUT /api/nfts/:id/favourite/': { row: 'nft', other: 'the same' },
  'DELETE /api/nfts/:id/favourite/': { row: 'nft', other: 'the same' },
  'PUT /api/nfts/:id/wishlist/': { row: 'nft', other: 'the same' },
  'DELETE /api/nfts/:id/wishlist/': { row: 'nft', other: 'the same' },
  'PUT /api/users/:id/follow/': { row: 'stranger', other: 'the same' },
  'DELETE /api/users/:id/follow/': { row: 'stranger', other: 'the same' },
  'POST /api/auth/factors/totp/:id/': { row: 'newFactor', body: { otp: '000000' }, other: 404 },
  'DELETE /api/auth/factors/:id/': { row: 'factor', other: 404 },
  'PUT /api/accounts/cryptos/:id/public_address/': { row: 'wallet', other: 404 },
  'DELETE /api/accounts/fiats/:id/': { row: 'bankAccount', other: 404 },
  'GET /api/payments/:id/': { row: 'payment', other: 404 },
  'POST /api/payments/:id/session/': { row: 'payment', other: 404 },
  'POST /api/payments/:id/cancel/': { row: 'payment', other: 404 },
  'PUT /api/payouts/:id/': { row: 'payout', body: { status: 'CANCELLED' }, other: 404 },
  'DELETE /api/auth/sessions/:id/': { row: 'session', other: 404 },
}

/** The paths that every caller may read; with the password alone one reads as a visitor does. */
const OPEN_PATHS: ((rows: Belongings) => string)[] = [
  () => '/api/nfts/',
  () => '/api/search/?q=lee',
  () => '/api/search/?q=work',
  ({ member }) => `/api/nfts/?created_by=${member}`,
  ({ member }) => `/api/nfts/?creator=${member}`,
  ...(['nft', 'failedNft', 'takenDownNft'] as const).flatMap((row) =>
    ['', 'listings/', 'activity-logs/'].map((end) => (rows: Belongings) => `/api/nfts/${rows[row]}/${end}`),
  ),
  ({ member }) => `/api/users/${member}/`,
  ({ file }) => `/api/files/${file}/`,
  ({ paid }) => `/api/payments/${paid}/receipt/`,
]

describe('the route table, with a row of one member behind every route', () => {
  let owner: Member
  let rows: Belongings
  let others: Record<'other' | 'admin', Member>
  let temporary: Record<'owner' | 'admin', string>
  beforeAll(async () => {
    owner = await buildMember(t, { lastName: 'Lee' })
    others = { other: await buildMember(t), admin: await buildAdmin(t) }
    temporary = { owner: await temporaryTokenOf(t, owner), admin: await temporaryTokenOf(t, others.admin) }
    rows = await buildBelongings(t, owner)
  })

  const call = (
    route: string,
    row: keyof Belongings,
    { token, body }: { token?: string; body?: object },
  ): Promise<Answer> => {
    const [method = '', path = ''] = route.split(' ')
    return t.call(method as 'GET', path.replace(':id', rows[row]), {
      ...(token !== undefined && { token }),
      ...(method !== 'GET' && { body: body ?? {} }),
    })
  }

  it('knows all of them', () => {
    const routes = t.app.routeAccess
      .filter(({ url, access }) => url.includes(':id') && !/^(visitor|admin)/.test(access))
      .map(({ method, url }) => `${method} ${url}`)
    expect(Object.keys(ROUTES).sort()).toEqual(routes.sort())
  })

  it('answers with the password alone exactly as it answers a visitor', async () => {
    const visitorOf = (path: string) => t.call('GET', path)
    for (const pathOf of OPEN_PATHS) {
      const path = pathOf(rows)
      const expected = await visitorOf(path)
      for (const [whose, token] of Object.entries(temporary)) {
        const answer = await t.call('GET', path, { token })
        const where = `${path} with the temporary token of the ${whose}`
        expect(answer.status, where).toBe(expected.status)
        expect({ ...answer.body, request_id: '' }, where).toEqual({ ...expected.body, request_id: '' })
      }
    }
  })

  it('shows their owner, and an admin, what a visitor does not see', async () => {
    const path = `/api/nfts/${rows.takenDownNft}/`
    expect((await t.call('GET', path)).status).toBe(404)
    expect((await t.call('GET', path, { token: others.other.tokens.access })).status).toBe(404)
    for (const { tokens } of [owner, others.admin])
      expect((await t.call('GET', path, { token: tokens.access })).status).toBe(200)
    const nft = await t.call('GET', `/api/nfts/${rows.nft}/`, { token: owner.tokens.access })
    expect(nft.body.data).toMatchObject({ is_favourite: true })
    expect((await t.call('GET', `/api/payments/${rows.paid}/receipt/`, { token: owner.tokens.access })).status).toBe(
      200,
    )
  })

  test.each(Object.entries(ROUTES))('%s', async (route, { row, body, other }) => {
    const input = body ? { body } : {}
    expect((await call(route, row, input)).status, 'a visitor').toBe(401)
    expect((await call(route, row, { ...input, token: temporary.owner })).status, 'the password alone').toBe(401)
    for (const [who, member] of Object.entries(others)) {
      const answer = await call(route, row, { ...input, token: member.tokens.access })
      if (other === 'the same') expect([200, 201], `${who}: ${JSON.stringify(answer.body)}`).toContain(answer.status)
      else expect(answer.status, `${who}: ${JSON.stringify(answer.body)}`).toBe(other)
      if (route === 'GET /api/nfts/:id/withdraw/') expect(answer.body.data, who).toBeNull()
    }
    const own = await call(route, row, { ...input, token: owner.tokens.access })
    expect([401, 403, 404], `the owner: ${JSON.stringify(own.body)}`).not.toContain(own.status)
    expect(own.status).toBeLessThan(500)
    if (route === 'GET /api/nfts/:id/withdraw/') expect(own.body.data).toMatchObject({ nft: rows.nft })
  })
})
