import { expect, it } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { buildBuyer, buildOffer, decide, reserve } from '../../../test/build-offer.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

it('a payment is found by every id it has to do with, and tells its history', async () => {
  const { nft } = await buildOffer(t, { onChain: true, priceCents: 10_000 })
  const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
  const get = async (path: string) =>
    (await t.call('GET', `/api/admin/payments/${path}`, { site: 'admin', token: admin.tokens.access })).body.data
  const paymentId = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${paymentId}/session/`, { token: buyer.tokens.access })
  await decide(t, paymentId, 'success')
  await t.runJobs()

  const [found] = await get(`search/?q=${paymentId}`)
  expect(found).toMatchObject({ id: paymentId, status: 'SUCCESS', user: { email: buyer.email }, captured: 100 })
  for (const text of [nft.id, buyer.id, buyer.email.toUpperCase(), found.provider_ref])
    expect(await get(`search/?q=${encodeURIComponent(text)}`)).toMatchObject([{ id: paymentId }])
  expect(await get('search/?q=nobody@example.test')).toEqual([])

  const history = await get(`${paymentId}/history/`)
  const what = history.map((event: { source: string; what: string }) => `${event.source}: ${event.what}`)
  expect(what[0]).toBe('payment: Created')
  expect(what).toEqual(expect.arrayContaining(['ledger: Purchase paid', 'ledger: Sale', 'chain: SETTLE: CONFIRMED']))
  const missing = { site: 'admin' as const, token: admin.tokens.access }
  expect((await t.call('GET', `/api/admin/payments/${t.ctx.random.id()}/history/`, missing)).status).toBe(404)
})
