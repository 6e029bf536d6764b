import { expect, it } from 'vitest'
import { buildAdmin, buildMember } from './build-member.ts'
import { buildBuyer, buildListedNft, decide, reserve, topup } from './build-listed-nft.ts'
import { buildFile } from './build-nft.ts'
import { giveEarnings } from './give-credits.ts'
import { type Call, useTestApp } from './test-app.ts'

const t = useTestApp()

/** One call of a route that moves money, or promises to, and another one under the same key. */
type Case = Required<Pick<Call, 'token' | 'body'>> & {
  path: string
  site?: 'admin'
  otherPath?: string
  otherBody?: object
}
const BANK = {
  holder: 'A Seller',
  country: 'DE',
  currency: 'EUR',
  account_number: 'DE02120300000000202051',
  bank_name: 'Bank',
}

const CASES: Record<string, () => Promise<Case>> = {
  'POST /api/nfts/': async () => {
    const member = await buildBuyer(t)
    const { id: file } = await buildFile(t, { ownerId: member.id })
    const body = { category: 1, chain: 'POLYGON', file, thumbnail: file, royalty: 5 }
    return { path: '/api/nfts/', token: member.tokens.access, body, otherBody: { ...body, royalty: 6 } }
  },
  'PUT /api/nfts/:id/': async () => {
    const [{ nft }, buyer] = [await buildListedNft(t), await buildBuyer(t)]
    const body = { purchasing: true, buyer: buyer.id }
    return { path: `/api/nfts/${nft.id}/`, token: buyer.tokens.access, body, otherBody: { listing: true, price: 9 } }
  },
  'PUT /api/accounts/credits/': async () => {
    const { tokens } = await buildMember(t)
    return { path: '/api/accounts/credits/', token: tokens.access, body: { amount: 30 }, otherBody: { amount: 31 } }
  },
  'DELETE /api/accounts/credits/': async () => {
    const { tokens } = await buildBuyer(t)
    return { path: '/api/accounts/credits/', token: tokens.access, body: {}, otherBody: { other: true } }
  },
  'POST /api/accounts/credits/refund/': async () => {
    const member = await buildMember(t)
    const { tokens } = member
    await decide(t, await topup(t, member, 30), 'success')
    await t.runJobs()
    return { path: '/api/accounts/credits/refund/', token: tokens.access, body: {}, otherBody: { other: true } }
  },
  'POST /api/accounts/fiats/': async () => {
    const { tokens } = await buildMember(t)
    return { path: '/api/accounts/fiats/', token: tokens.access, body: BANK, otherBody: { ...BANK, holder: 'B' } }
  },
  'POST /api/payments/:id/cancel/': async () => {
    const [{ nft }, buyer] = [await buildListedNft(t), await buildBuyer(t)]
    const path = `/api/payments/${await reserve(t, buyer, nft)}/cancel/`
    return { path, token: buyer.tokens.access, body: {}, otherBody: { other: true } }
  },
  'POST /api/payouts/': async () => {
    const { path, tokens } = await earner()
    return { path, token: tokens.access, body: { amount: 20 }, otherBody: { amount: 21 } }
  },
  'PUT /api/payouts/:id/': async () => {
    const { tokens, payoutPath } = await requested()
    const otherPath = `/api/payouts/${t.ctx.random.id()}/`
    return { path: payoutPath, token: tokens.access, body: { status: 'CANCELLED' }, otherPath }
  },
  'PUT /api/admin/payouts/:id/': async () => {
    const [admin, { payoutPath }] = [await buildAdmin(t), await requested()]
    const path = payoutPath.replace('/api/', '/api/admin/')
    const body = { status: 'REJECTED', reason: 'No' }
    return { path, site: 'admin', token: admin.tokens.access, body, otherBody: { ...body, reason: 'Never' } }
  },
  'PUT /api/admin/payments/:id/': async () => {
    const [admin, member] = [await buildAdmin(t), await buildMember(t)]
    const paymentId = await topup(t, member, 30)
    await decide(t, paymentId, 'success')
    await t.runJobs()
    const path = `/api/admin/payments/${paymentId}/`
    const body = { action: 'refund' }
    return { path, site: 'admin', token: admin.tokens.access, body, otherBody: { ...body, note: 'x' } }
  },
}

/** Of the same features, but the provider's call, a page to pay on, or the end of bank details: safe to repeat as they are. */
const MOVES_NOTHING = [
  'POST /api/payments/webhooks/:provider/',
  'POST /api/payments/:id/session/',
  'DELETE /api/accounts/fiats/:id/',
]
const MONEY = /^\/api\/(admin\/)?(payments|payouts|accounts\/(credits|earnings|fiats))\/|^\/api\/nfts\/(:id\/)?$/

async function earner() {
  const member = await buildMember(t)
  await giveEarnings(t, { userId: member.id })
  return { ...member, path: '/api/payouts/' }
}

async function requested() {
  const member = await earner()
  const { body } = await t.call('POST', member.path, { token: member.tokens.access, body: { amount: 20 } })
  return { ...member, payoutPath: `/api/payouts/${body.data.id}/` }
}

it('every route that moves money is known here', () => {
  const routes = [...t.app.routeAccess, ...t.adminApp.routeAccess].filter(
    (one) => one.method !== 'GET' && MONEY.test(one.url),
  )
  const names = new Set(routes.map((one) => `${one.method} ${one.url}`))
  expect([...names].sort()).toEqual([...Object.keys(CASES), ...MOVES_NOTHING].sort())
})

it.each(Object.keys(CASES))('%s is done once under one Idempotency-Key', async (route) => {
  const { path, token, body, otherPath = path, otherBody = body, site } = await (CASES[route] as () => Promise<Case>)()
  const [method] = route.split(' ') as ['POST' | 'PUT' | 'DELETE']
  const headers = { 'idempotency-key': `key of ${route}` }
  const send = (sent: unknown, to = path) => t.call(method, to, { token, body: sent, headers, ...(site && { site }) })
  const first = await send(body)
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300)
  const lines = await countTransfers()
  const second = await send(body)
  expect(second.status).toBe(first.status)
  expect(second.body.data).toEqual(first.body.data)
  expect(await countTransfers()).toBe(lines)
  expect((await send(otherBody, otherPath)).status).toBe(422)
})

const countTransfers = async () => (await t.ctx.db.selectFrom('ledger_transfers').select('id').execute()).length
