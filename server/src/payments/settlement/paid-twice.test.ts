import type { ProviderState } from '@verso/protocol/money/payment-status'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { assertBooksAreRight } from '../../../test/build-listed-nft.ts'
import { buildPaidSale, complete, fail } from '../../../test/build-sale.ts'
import { countCasesTold } from '../../../test/count-cases-told.ts'
import { inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from './settle-payment.ts'

const t = useTestApp()
let admin: Member
beforeEach(async () => void (admin = await buildAdmin(t)))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

const asAdmin = (method: 'GET' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api/admin/${path}`, { site: 'admin', token: admin.tokens.access, ...(body && { body }) })
const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
const isOpen = async (id: string) =>
  (await asAdmin('GET', 'payments/')).body.data.some((one: { id: string }) => one.id === id)
const secondOf = (paymentId: string) => `second-${paymentId}`
/** The provider's answer from now on: the known success is in this state, and there is a second one. */
async function seeSecond(paymentId: string, state?: ProviderState) {
  const observed = await t.ctx.payments.fetchPayment(paymentId, null)
  if (!observed) throw new Error('the sandbox has lost a payment')
  const said = { ...observed, ...(state && { state }), alsoPaidAs: [secondOf(paymentId)] }
  vi.spyOn(t.ctx.payments, 'fetchPayment').mockResolvedValue(said)
  await settlePayment(t.ctx, paymentId)
}
const look = async (id: string) => {
  const { status, reason, actions } = (await asAdmin('GET', `payments/search/?q=${id}`)).body.data[0]
  return { status, actions, isPaidTwice: reason?.includes(`and ${secondOf(id)}`) ?? false }
}

it('what was paid twice stays a case when the sale fails, while the refund is on its way and after it', async () => {
  const { paymentId, listing } = await buildPaidSale(t)
  await seeSecond(paymentId)
  expect(await countCasesTold(t, paymentId)).toBe(1)
  await fail(t, listing)
  expect(await look(paymentId)).toEqual({ status: 'REFUND_DUE', actions: ['resolve'], isPaidTwice: true })
  const { attention } = (await asAdmin('GET', 'overview/')).body.data
  expect(attention.payments).toBe((await asAdmin('GET', 'payments/')).body.meta.total)

  await inSandbox(t, `update sandbox.payments set refund_outcome = 'failed' where payment_id = $1`, [paymentId])
  await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', listing.id).execute()
  await t.runJobs()
  expect(await look(paymentId)).toEqual({ status: 'REFUND_DUE', actions: ['retry', 'resolve'], isPaidTwice: true })
  // The second payment is settled by itself: the first has not gone back yet.
  expect(await act(paymentId, 'resolve')).toBe(200)
  expect(await look(paymentId)).toEqual({ status: 'REFUND_DUE', actions: ['retry', 'resolve'], isPaidTwice: false })
  expect(await act(paymentId, 'resolve')).toBe(200)
  expect(await look(paymentId)).toEqual({ status: 'REFUNDED', actions: [], isPaidTwice: false })
  await settlePayment(t.ctx, paymentId)
  expect(await isOpen(paymentId)).toBe(false)
})

it('a refund that is on its way is not taken for made when the second payment is settled', async () => {
  const { paymentId, listing } = await buildPaidSale(t)
  await seeSecond(paymentId)
  await fail(t, listing)
  expect(await act(paymentId, 'resolve')).toBe(200)
  expect(await look(paymentId)).toEqual({ status: 'REFUND_DUE', actions: [], isPaidTwice: false })
})

it('what was paid twice stays a case beside a chargeback, also when that is decided', async () => {
  const { paymentId, listing } = await buildPaidSale(t)
  await complete(t, listing)
  await seeSecond(paymentId)
  await seeSecond(paymentId, 'disputed')
  const actions = ['chargeback_won', 'chargeback_lost', 'resolve']
  expect(await look(paymentId)).toEqual({ status: 'DISPUTED', actions, isPaidTwice: true })
  expect(await act(paymentId, 'chargeback_lost')).toBe(200)
  expect(await look(paymentId)).toEqual({ status: 'DISPUTED', actions: ['resolve'], isPaidTwice: true })
  expect(await act(paymentId, 'resolve')).toBe(200)
  expect(await look(paymentId)).toEqual({ status: 'DISPUTED', actions: [], isPaidTwice: false })
})

it.each(['refunded', 'disputed', 'failed'] as const)(
  'a second success is seen when the known one is %s',
  async (state) => {
    const { paymentId, listing } = await buildPaidSale(t)
    await complete(t, listing)
    await seeSecond(paymentId, state)
    expect(await look(paymentId)).toMatchObject({
      status: state === 'failed' ? 'SUCCESS' : 'DISPUTED',
      isPaidTwice: true,
    })
    expect((await look(paymentId)).actions).toContain('resolve')
  },
)
