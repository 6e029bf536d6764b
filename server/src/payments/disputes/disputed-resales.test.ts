import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BANK } from '../../../test/bank-details.ts'
import { assertBooksAreRight, buildBuyer, decide, reserve, statusOf } from '../../../test/build-listed-nft.ts'
import { buildAdmin } from '../../../test/build-member.ts'
import { buildListing } from '../../../test/build-nft.ts'
import { deliver } from '../../../test/build-resale.ts'
import { buildPaidSale, pay, type Sale } from '../../../test/build-sale.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { giveEarnings } from '../../../test/give-credits.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { lockPayment } from '../records/payment-row.ts'
import { applyProviderState } from '../settlement/apply-provider-state.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

async function sold(): Promise<Sale> {
  const sale = await buildPaidSale(t)
  await deliver(t, sale)
  t.clock.advance(1_000)
  return sale
}
/** Its buyer lists it, and a third member has reserved it. */
async function reservedAgain({ nft: { id }, buyer: seller }: Sale): Promise<Sale> {
  const nft = await t.ctx.db.selectFrom('nfts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const listing = await buildListing(t, { nft, priceCents: 3_000 })
  const buyer = await buildBuyer(t)
  return { nft, seller, buyer, listing, paymentId: await reserve(t, buyer, nft) }
}
const dispute = async ({ paymentId }: Sale) => {
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
}
const asAdmin = async (path: string, body: object) => {
  const { headers } = await buildAdmin(t)
  return t.call('PUT', `/api/admin/${path}`, { site: 'admin', headers, body })
}
const enter = ({ paymentId }: Sale, action: string) => asAdmin(`payments/${paymentId}/`, { action })
const isDown = async ({ nft }: Sale) => {
  const nfts = t.ctx.db.selectFrom('nfts').select('taken_down_at').where('id', '=', nft.id)
  return (await nfts.executeTakeFirstOrThrow()).taken_down_at !== null
}

test('a resale that is paid for while its seller’s own payment is being disputed is refunded', async () => {
  const first = await sold()
  const resale = await reservedAgain(first)
  await decide(t, resale.paymentId, 'success')
  await chargeBack(t, first.paymentId)
  const observed = await t.ctx.payments.fetchPayment(first.paymentId, null)
  let settling: Promise<void> | undefined
  await inTransaction(t.ctx.db, async (tx) => {
    const locked = await lockPayment(tx, first.paymentId)
    if (!locked || !observed) throw new Error('nothing to dispute')
    await applyProviderState(t.ctx, tx, { ...locked, observed })
    settling = settlePayment(t.ctx, resale.paymentId)
    await expectWaiting(t, 1)
  })
  await settling
  expect([await isDown(first), await statusOf(t, resale.listing)]).toEqual([true, 'INACTIVE'])
  const payments = t.ctx.db.selectFrom('payments').select('status').where('id', '=', resale.paymentId)
  expect(await payments.executeTakeFirst()).toEqual({ status: 'REFUND_DUE' })
})

test('a resale that is called off leaves the NFT of a disputed purchase frozen, also when that is lost', async () => {
  const first = await sold()
  const resale = await reservedAgain(first)
  await pay(t, resale)
  await dispute(first)
  expect(await isDown(first)).toBe(false)
  await dispute(resale)
  expect([await isDown(first), await statusOf(t, resale.listing)]).toEqual([true, 'INACTIVE'])
  expect((await enter(first, 'chargeback_lost')).status).toBe(200)
  const body = { price: 30, listing: true }
  expect((await t.call('PUT', `/api/nfts/${first.nft.id}/`, { headers: first.buyer.headers, body })).status).toBe(409)
})

test('an NFT that its buyer gave back to the seller stays theirs, and what the buyer has earned is frozen', async () => {
  const first = await sold()
  const { nft, seller, paymentId } = first
  await t.ctx.db.updateTable('nfts').set({ owned_by: seller.id }).where('id', '=', nft.id).execute()
  const listed = await buildListing(t, { nft: { ...nft, owned_by: seller.id }, priceCents: 2_000 })
  await dispute(first)
  const freezes = () =>
    t.ctx.db.selectFrom('payments').select('freezes_earnings').where('id', '=', paymentId).executeTakeFirst()
  expect(await freezes()).toEqual({ freezes_earnings: true })
  expect((await enter(first, 'chargeback_lost')).status).toBe(200)
  expect([await isDown(first), await statusOf(t, listed)]).toEqual([false, 'ACTIVE'])
})

test('a dispute is not lost before an approved payout that has to pay for it is rejected', async () => {
  const first = await sold()
  const { buyer } = first
  await giveEarnings(t, { userId: buyer.id, amountCents: 2_000 })
  await t.call('POST', '/api/accounts/fiats/', { headers: buyer.headers, body: BANK })
  const { body } = await t.call('POST', '/api/payouts/', { headers: buyer.headers, body: { amount: 20 } })
  const payout = `payouts/${body.data.id}/`
  expect((await asAdmin(payout, { status: 'APPROVED' })).status).toBe(200)
  await t.ctx.db
    .updateTable('nfts')
    .set({ owned_by: null, custody: 'OUTSIDE' })
    .where('id', '=', first.nft.id)
    .execute()
  await dispute(first)
  const refused = await enter(first, 'chargeback_lost')
  const reason = 'The buyer’s approved payout has to pay for this. Reject it, or mark it as paid if it was sent.'
  expect([refused.status, refused.body.errors]).toEqual([409, [reason]])
  expect((await asAdmin(payout, { status: 'REJECTED', reason: 'Disputed' })).status).toBe(200)
  expect((await enter(first, 'chargeback_lost')).status).toBe(200)
  const earnings = await t.call('GET', '/api/accounts/earnings/', { headers: buyer.headers })
  expect(earnings.body.data.balance).toBeLessThan(20)
})
