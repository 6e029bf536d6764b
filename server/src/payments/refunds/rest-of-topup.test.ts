import { afterEach, expect, test } from 'vitest'
import { assertBooksAreRight, buildListedNft, reserve, topup } from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildWallet } from '../../../test/build-wallet.ts'
import { useStripeApp } from '../../../test/providers/stripe-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
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

test('a refund that fails after the bank took the whole top-up back leaves the platform the spent part', async () => {
  const { account } = app.stripe
  const member = await buildMember(t)
  const { access: token } = member.tokens
  await buildWallet(t, { userId: member.id })
  const id = await topup(t, member, 10)
  await t.call('POST', `/api/payments/${id}/session/`, { token })
  account.pay(id)
  await settlePayment(t.ctx, id)
  await reserve(t, member, (await buildListedNft(t)).nft)
  expect((await t.call('POST', '/api/accounts/credits/refund/', { token, body: {} })).status).toBe(200)
  await work()
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
