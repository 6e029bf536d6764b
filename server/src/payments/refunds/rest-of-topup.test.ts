import { afterEach, expect, onTestFinished, test } from 'vitest'
import { assertBooksAreRight, buildListedNft, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { reconcilePaymentsSweep } from '../settlement/reconcile-payments.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const app = useStripeApp()
const { t } = app
afterEach(() => assertBooksAreRight(t))

const balanceOf = async (kind: string) =>
  (await listAccountTotals(t.ctx.db)).find((row) => row.kind === kind)?.balanceCents ?? 0
const work = async () => {
  await app.postEvents()
  await t.runJobs()
}

/** Of its 10 USD a network fee is held, so that 9.80 can be asked back. */
async function buildSpentTopup() {
  const { account } = app.stripe
  const member = await buildMember(t)
  const { access: token } = member.tokens
  await buildWallet(t, { userId: member.id })
  const id = await topup(t, member, 10)
  await t.call('POST', `/api/payments/${id}/session/`, { token })
  account.pay(id)
  await settlePayment(t.ctx, id)
  await reserve(t, member, (await buildListedNft(t)).nft)
  const askBack = async () => {
    expect((await t.call('POST', '/api/accounts/credits/refund/', { token, body: {} })).status).toBe(200)
    await work()
  }
  return { account, id, askBack }
}

test('a refund of the rest that the provider makes after two weeks closes its case', async () => {
  const { account, id, askBack } = await buildSpentTopup()
  account.refundStatus = 'pending'
  onTestFinished(() => void (account.refundStatus = 'succeeded'))
  await askBack()
  t.clock.advance(14.5 * 24 * 3_600_000)
  await reconcilePaymentsSweep.run(t.ctx)
  const read = () =>
    t.ctx.db
      .selectFrom('payments')
      .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select(['payments.status', 'refunds.status as refund'])
      .where('payments.id', '=', id)
      .executeTakeFirst()
  expect(await read()).toEqual({ status: 'REFUND_DUE', refund: 'NEEDS_REVIEW' })
  account.endRefund(account.refundsOf(account.byPaymentId(id).id)[0]?.id ?? '', 'succeeded')
  await work()
  expect(await read()).toEqual({ status: 'REFUNDED', refund: 'DONE' })
  expect(await balanceOf('SALES_CLEARING')).toBe(0)
})

test('a refund that fails after the bank took the whole top-up back leaves the platform the spent part', async () => {
  const { account, id, askBack } = await buildSpentTopup()
  await askBack()
  const [refund] = account.refundsOf(account.byPaymentId(id).id)
  expect(refund).toMatchObject({ amount: 980, status: 'succeeded' })
  account.dispute(id)
  await settlePayment(t.ctx, id)
  account.endRefund(refund?.id ?? '', 'failed')
  await work()
  expect(await balanceOf('PLATFORM_LOSSES')).toBe(-20)
  expect(await balanceOf('SALES_CLEARING')).toBe(0)
  // Won, the spent part is paid for, and the rest is the member's again.
  account.endDispute(id, 'won')
  const { headers } = await buildAdmin(t)
  const body = { action: 'chargeback_won' }
  expect((await t.call('PUT', `/api/admin/payments/${id}/`, { site: 'admin', headers, body })).status).toBe(200)
  await work()
  expect(account.refundsOf(account.byPaymentId(id).id)[0]).toMatchObject({ amount: 980, status: 'succeeded' })
  expect(await balanceOf('PLATFORM_LOSSES')).toBe(0)
  expect(await balanceOf('SALES_CLEARING')).toBe(0)
})
