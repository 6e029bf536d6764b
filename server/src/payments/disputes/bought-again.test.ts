import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assertBooksAreRight } from '../../../test/build-listed-nft.ts'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { buildResale, buyBack, deliver } from '../../../test/build-resale.ts'
import { buildPaidSale, type Sale } from '../../../test/build-sale.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { withdrawNft } from '../../catalogue/withdrawals/withdraw-nft.ts'
import { inTransaction } from '../../db/client.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

const dispute = async ({ paymentId }: Sale) => {
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
}
async function decide({ paymentId }: Sale, action: string) {
  const { headers } = await buildAdmin(t)
  const decided = await t.call('PUT', `/api/admin/payments/${paymentId}/`, { site: 'admin', headers, body: { action } })
  expect(decided.status).toBe(200)
}
const withdraw = ({ nft, buyer }: Sale) => {
  const to = privateKeyToAddress(generatePrivateKey())
  return inTransaction(t.ctx.db, (tx) => withdrawNft(t.ctx, tx, { userId: buyer.id, nftId: nft.id, to }))
}
const isDown = async ({ nft }: Sale) => {
  const nfts = t.ctx.db.selectFrom('nfts').select('taken_down_at').where('id', '=', nft.id)
  return (await nfts.executeTakeFirstOrThrow()).taken_down_at !== null
}
const isFrozen = async ({ paymentId }: Sale) => {
  const payments = t.ctx.db.selectFrom('payments').select('freezes_earnings').where('id', '=', paymentId)
  return (await payments.executeTakeFirstOrThrow()).freezes_earnings
}
const remainingOf = async ({ tokens }: Member): Promise<string[]> => {
  const { body } = await t.call('GET', '/api/users/me/deletion/', { token: tokens.access })
  return body.data.remaining.map(({ kind }: { kind: string }) => kind)
}

async function sold(): Promise<Sale> {
  const sale = await buildPaidSale(t)
  await deliver(t, sale)
  return sale
}
/** Bought, sold on and bought again. */
async function boughtAgain() {
  const first = await sold()
  return { first, again: await buyBack(t, first, await buildResale(t, first)) }
}

test('who sold a work, lost the dispute of their purchase and buys the work again may withdraw it', async () => {
  const first = await sold()
  const resale = await buildResale(t, first)
  await dispute(first)
  await decide(first, 'chargeback_lost')
  const again = await buyBack(t, first, resale)
  expect((await withdraw(again)).intentId).toEqual(expect.any(String))
})

test('a dispute of the first purchase leaves the work alone and freezes what was earned with it', async () => {
  const { first, again } = await boughtAgain()
  await dispute(first)
  expect([await isDown(again), await isFrozen(first)]).toEqual([false, true])
  expect((await withdraw(again)).intentId).toEqual(expect.any(String))
})

test('a purchase whose money never came freezes nothing', async () => {
  const { first, again } = await boughtAgain()
  const never = {
    status: 'DISPUTED',
    captured_at: null,
    review_reason: 'It was disputed before it was booked.',
  } as const
  const before = t.ctx.db.selectFrom('payments').selectAll().where('id', '=', first.paymentId)
  const { captured_at, status } = await before.executeTakeFirstOrThrow()
  const set = (change: object) =>
    t.ctx.db.updateTable('payments').set(change).where('id', '=', first.paymentId).execute()
  await set(never)
  expect((await withdraw(again)).intentId).toEqual(expect.any(String))
  await set({ captured_at, status, review_reason: null })
})

test('what was bought again counts for the account, also when it is taken down', async () => {
  const { first, again } = await boughtAgain()
  await dispute(first)
  await decide(first, 'chargeback_lost')
  await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.clock.now() }).where('id', '=', again.nft.id).execute()
  expect(await remainingOf(first.buyer)).toContain('nfts')
})

test('a chargeback stops a withdrawal that no node has got', async () => {
  const sale = await sold()
  const { intentId } = await withdraw(sale)
  await dispute(sale)
  const intents = t.ctx.db.selectFrom('chain_intents').select(['status', 'error']).where('id', '=', intentId)
  const error = 'Your bank has taken the payment back.'
  expect(await intents.executeTakeFirst()).toEqual({ status: 'FAILED', error })
  expect([await isDown(sale), await isFrozen(sale)]).toEqual([true, false])
})

test('a chargeback freezes what the buyer has earned when the withdrawal may be on its way', async () => {
  const sale = await sold()
  const { intentId } = await withdraw(sale)
  await t.ctx.db.updateTable('chain_intents').set({ status: 'SENT' }).where('id', '=', intentId).execute()
  await dispute(sale)
  expect([await isDown(sale), await isFrozen(sale)]).toEqual([true, true])
})
