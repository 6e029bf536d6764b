import { afterEach, expect, test, vi } from 'vitest'
import { beRestored } from '../../../../test/be-restored.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  getPayment,
  reserve,
  statusOf,
} from '../../../../test/build-listed-nft.ts'
import { buildCollector, buildMint, buildToken, getIntents, getNft, readOwner } from '../../../../test/build-token.ts'
import { sendOn } from '../../../../test/on-chain.ts'
import { useStripeApp } from '../../../../test/providers/stripe-app.ts'
import { settlePayment } from '../../../payments/settlement/settle-payment.ts'
import { isCatchingUp } from '../../../settings/restored.ts'

const app = useStripeApp()
const { t } = app
afterEach(() => assertBooksAreRight(t))
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A sale that is paid, and whose token is still with its seller. */
async function buildPaid() {
  const { nft, listing, seller } = await buildListedNft(t, { onChain: true })
  const buyer = await buildBuyer(t)
  const id = await reserve(t, buyer, nft)
  await t.call('POST', `/api/payments/${id}/session/`, { token: buyer.tokens.access })
  app.stripe.account.pay(id)
  await settlePayment(t.ctx, id)
  expect(await statusOf(t, listing)).toBe('PAID')
  return { nft, listing, seller, buyer, id }
}

const lastStatus = async ({ id }: { id: string }) => (await getIntents(t, id)).at(-1)?.status

test('sales and withdrawals wait until a restore is caught up with, mints do not, and all of them are done then', async () => {
  const { headers, ...owner } = await buildCollector(t)
  const withdrawn = await buildToken(t, { creator: owner })
  const { nft, listing, buyer } = await buildPaid()
  const asked = await t.call('POST', `/api/nfts/${withdrawn.id}/withdraw/`, { headers, body: { address: OUTSIDE } })
  expect(asked.status).toBe(201)
  const minted = await buildMint(t, { creator: await buildCollector(t) })
  await beRestored(t)
  await sendOn(t.ctx, 'POLYGON')
  expect(await Promise.all([nft, withdrawn, minted].map(lastStatus))).toEqual(['WAITING', 'WAITING', 'SENT'])
  for (let round = 0; round < 2; round++) await t.runJobs()
  expect(await isCatchingUp(t.ctx.db)).toBe(false)
  expect(await statusOf(t, listing)).toBe('SOLD')
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id })
  expect(await readOwner(t, withdrawn)).toBe(OUTSIDE)
})

test('a sale that the bank has called off after the backup is not delivered', async () => {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { nft, listing, seller, id } = await buildPaid()
  app.stripe.account.dispute(id)
  await beRestored(t)
  for (let round = 0; round < 2; round++) await t.runJobs()
  expect(await isCatchingUp(t.ctx.db)).toBe(false)
  expect(await statusOf(t, listing)).toBe('INACTIVE')
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: seller.id })
})

test('a chargeback before the chains are read again calls off no sale that was delivered after the backup', async () => {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { nft, listing, buyer, id } = await buildPaid()
  await sendOn(t.ctx, 'POLYGON')
  await t.ctx.chains.POLYGON.client.request({ method: 'evm_mine' as never })
  await forgetSending(nft)
  await beToldBeforeTheChainsAreRead(id, listing)
  expect(await statusOf(t, listing)).toBe('SOLD')
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id, taken_down_at: expect.any(Date) })
  const holds = t.ctx.db.selectFrom('earnings_holds').select('status').where('listing_id', '=', listing.id)
  expect(await holds.execute()).toEqual([{ status: 'FROZEN' }])
  expect(await getPayment(t, buyer, id)).toMatchObject({ status: 'DISPUTED' })
})

test('a sale that was never sent is called off, also where the chargeback is told of before the chains are read', async () => {
  const { nft, seller, listing, id } = await buildPaid()
  await beToldBeforeTheChainsAreRead(id, listing)
  expect(await statusOf(t, listing)).toBe('INACTIVE')
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: seller.id })
})

/** Of a chargeback, which changes nothing until then. */
async function beToldBeforeTheChainsAreRead(paymentId: string, listing: { id: string }): Promise<void> {
  await beRestored(t)
  app.stripe.account.dispute(paymentId)
  await settlePayment(t.ctx, paymentId)
  expect(await statusOf(t, listing)).toBe('PAID')
  for (let round = 0; round < 2; round++) await t.runJobs()
  expect(await isCatchingUp(t.ctx.db)).toBe(false)
}

/** The backup is of before. */
async function forgetSending({ id }: { id: string }): Promise<void> {
  const intentId = (await getIntents(t, id)).at(-1)?.id ?? ''
  const links = t.ctx.db.deleteFrom('chain_transaction_intents').where('intent_id', '=', intentId)
  const ids = (await links.returning('transaction_id').execute()).map(({ transaction_id }) => transaction_id)
  await t.ctx.db.deleteFrom('chain_transactions').where('id', 'in', ids).execute()
  const intents = t.ctx.db.updateTable('chain_intents').set({ status: 'WAITING', due_at: t.clock.now() })
  await intents.where('id', '=', intentId).execute()
}
