import { expect, test, vi } from 'vitest'
import { buildBuyer, buildListedNft, getPayment, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'

const app = useStripeApp()
const { t } = app

test('a payment of before a change of the provider takes no money, which would never be looked up', async () => {
  const member = await buildMember(t)
  const id = await topup(t, member, 10)
  await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', id).execute()
  const opened = await t.call('POST', `/api/payments/${id}/session/`, { token: member.tokens.access })
  expect([opened.status, opened.body.errors]).toEqual([
    409,
    [expect.stringMatching(/the way to pay has changed. Cancel it/)],
  ])
  expect(() => app.stripe.account.byPaymentId(id)).toThrow()
  t.clock.advance(61 * 60_000)
  await t.runJobs()
  expect(await getPayment(t, member, id)).toMatchObject({
    status: 'EXPIRED',
    note: 'The time to pay ran out. If you were charged all the same, write to us: it is paid back.',
  })
})

test('a payment whose page was open when the provider was changed is named to the operator, and its buyer gets on', async () => {
  const { nft } = await buildListedNft(t)
  const buyer = await buildBuyer(t)
  const id = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })
  await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', id).execute()
  const cancel = () => t.call('POST', `/api/payments/${id}/cancel/`, { token: buyer.tokens.access })
  expect(await reserve(t, buyer, nft)).toBe(id)
  expect((await cancel()).status).toBe(200)
  expect(await reserve(t, buyer, nft)).not.toBe(id)

  const topupId = await topup(t, buyer, 10)
  await t.call('POST', `/api/payments/${topupId}/session/`, { token: buyer.tokens.access })
  const ref = app.stripe.account.byPaymentId(topupId).id
  await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', topupId).execute()
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  t.clock.advance(61 * 60_000)
  await t.runJobs()
  expect(log.mock.calls).toContainEqual([
    { payment_id: topupId, provider: 'wert', provider_ref: ref },
    expect.stringContaining('former provider'),
  ])
  log.mockRestore()
})
