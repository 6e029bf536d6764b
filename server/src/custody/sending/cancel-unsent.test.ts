import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  getPayment,
  reserve,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import { pay } from '../../../test/build-sale.ts'
import { buildCollector, buildToken, getIntents, getNft } from '../../../test/build-token.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { sendOn } from '../../../test/on-chain.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { settlePayment } from '../../payments/settlement/settle-payment.ts'
import { cancelUnsent, findOpenWithdrawal, stopWithdrawal } from './cancel-unsent.ts'

const t = useTestApp()
const REASON = 'Your bank has taken the payment back.'
afterEach(() => assertBooksAreRight(t))

/** Its transaction is in a block that is not read yet, and a node that lags has said that there is no such transaction. */
async function sendAndLose({ id }: { id: string }): Promise<void> {
  await sendOn(t.ctx, 'POLYGON')
  await t.ctx.chains.POLYGON.client.request({ method: 'evm_mine' as never })
  const { id: intentId } = await lastIntent(id)
  await t.ctx.db
    .updateTable('chain_transactions')
    .set({ status: 'DROPPED', due_at: null })
    .where('id', 'in', (eb) =>
      eb.selectFrom('chain_transaction_intents').select('transaction_id').where('intent_id', '=', intentId),
    )
    .execute()
  await t.ctx.db.updateTable('chain_intents').set({ status: 'WAITING' }).where('id', '=', intentId).execute()
}

async function lastIntent(nftId: string) {
  const intent = (await getIntents(t, nftId)).at(-1)
  if (!intent) throw new Error('there is no intent')
  return intent
}

async function buildWithdrawal() {
  const { headers, ...owner } = await buildCollector(t)
  const nft = await buildToken(t, { creator: owner })
  const address = privateKeyToAddress(generatePrivateKey())
  const asked = await t.call('POST', `/api/nfts/${nft.id}/withdraw/`, { headers, body: { address } })
  expect(asked.status).toBe(201)
  return { nft, address }
}

const stop: typeof cancelUnsent = (ctx, tx, intent, reason) =>
  stopWithdrawal(ctx, tx, intent, { reason, mayBeDone: false })
const ofWithdrawal = (nftId: string, end: typeof cancelUnsent): Promise<boolean> =>
  inTransaction(t.ctx.db, async (tx) => {
    const withdrawal = await findOpenWithdrawal(tx, nftId)
    if (!withdrawal) throw new Error('no withdrawal is open')
    return end(t.ctx, tx, withdrawal, REASON)
  })

test('a chargeback calls off no sale whose transaction was taken for lost, and is in a block', async () => {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { nft, listing } = await buildListedNft(t, { onChain: true })
  const buyer = await buildBuyer(t)
  const paymentId = await reserve(t, buyer, nft)
  await pay(t, { listing, paymentId })
  await sendAndLose(nft)
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
  expect(await statusOf(t, listing)).toBe('PAID')
  for (let round = 0; round < 2; round++) await t.runJobs()
  expect(await statusOf(t, listing)).toBe('SOLD')
  expect(await getNft(t, nft.id)).toMatchObject({ owned_by: buyer.id, taken_down_at: expect.any(Date) })
  expect(await getPayment(t, buyer, paymentId)).toMatchObject({ status: 'DISPUTED' })
  const holds = t.ctx.db.selectFrom('earnings_holds').select('status').where('listing_id', '=', listing.id)
  expect(await holds.execute()).toEqual([{ status: 'FROZEN' }])
})

test('a withdrawal that was taken for lost is not sent again, may be done, and is confirmed when it is', async () => {
  const { nft, address } = await buildWithdrawal()
  await sendAndLose(nft)
  expect(await ofWithdrawal(nft.id, cancelUnsent)).toBe(false)
  expect(await lastIntent(nft.id)).toMatchObject({ status: 'WAITING' })
  expect(await ofWithdrawal(nft.id, stop)).toBe(true)
  expect(await lastIntent(nft.id)).toMatchObject({ status: 'FAILED' })
  await t.runJobs()
  expect(await lastIntent(nft.id)).toMatchObject({ status: 'CONFIRMED', error: null })
  expect(await getNft(t, nft.id)).toMatchObject({ owner_address: address })
})

test('a withdrawal that waits, and was never sent, is called off', async () => {
  const { nft } = await buildWithdrawal()
  expect(await ofWithdrawal(nft.id, stop)).toBe(false)
  expect(await lastIntent(nft.id)).toMatchObject({ status: 'FAILED', error: REASON })
})
