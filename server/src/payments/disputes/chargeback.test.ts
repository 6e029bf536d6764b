import type { PaymentStep } from '@verso/protocol/money/payments'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { assertBooksAreRight, getCredit, getPayment, statusOf } from '../../../test/build-listed-nft.ts'
import { buildReservation, complete, fail, pay, send, undo } from '../../../test/build-sale.ts'
import { chargeBack, inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { areEarningsFrozen } from '../earnings/earnings-holds.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
let admin: Member
beforeEach(async () => void (admin = await buildAdmin(t)))
afterEach(() => assertBooksAreRight(t))

const asAdmin = (method: 'GET' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api/admin/${path}`, { site: 'admin', token: admin.tokens.access, ...(body && { body }) })
const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
const actionsOf = async (id: string) => (await asAdmin('GET', `payments/search/?q=${id}`)).body.data[0].actions

type Sums = Record<string, number>
const ACCOUNTS = ['PROVIDER_CLEARING', 'SALES_CLEARING', 'PLATFORM_LOSSES', 'PLATFORM_FEES', 'EARNINGS_HELD']
async function readSums(): Promise<Sums> {
  const totals = new Map((await listAccountTotals(t.ctx.db)).map((row) => [row.kind as string, row.balanceCents]))
  return Object.fromEntries(ACCOUNTS.map((kind) => [kind, totals.get(kind) ?? 0]))
}
/** The changes of the platform's accounts since `before`. */
async function changeOf(before: Sums): Promise<Sums> {
  const after = await readSums()
  const changes = ACCOUNTS.map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)] as const)
  return Object.fromEntries(changes.filter(([, cents]) => cents !== 0))
}

const isDown = async (nftId: string) =>
  (await t.ctx.db.selectFrom('nfts').select('taken_down_at').where('id', '=', nftId).executeTakeFirstOrThrow())
    .taken_down_at !== null

async function disputed() {
  const sale = await buildReservation(t)
  const before = await readSums()
  await pay(t, sale)
  await send(t, sale)
  await chargeBack(t, sale.paymentId)
  await settlePayment(t.ctx, sale.paymentId)
  expect((await getPayment(t, sale.buyer, sale.paymentId)).status).toBe('DISPUTED')
  return { ...sale, before }
}

describe('a chargeback while the NFT is on its way', () => {
  it.each([
    ['open', null, ['chargeback_won', 'chargeback_lost']],
    ['lost', 'chargeback_lost', []],
  ])('that is %s, is no loss when the transfer fails', async (_name, action, actions) => {
    const { listing, buyer, paymentId, before } = await disputed()
    // As where the work had been withdrawn before a reorganisation took its transfer.
    await t.ctx.db.updateTable('payments').set({ freezes_earnings: true }).where('id', '=', paymentId).execute()
    if (action) expect(await act(paymentId, action)).toBe(200)
    await fail(t, listing)
    expect(await getPayment(t, buyer, paymentId)).toMatchObject({
      status: 'REFUNDED',
      note: 'Your bank has returned the money to you.',
    })
    expect(await statusOf(t, listing)).toBe('INACTIVE')
    expect(await areEarningsFrozen(t.ctx.db, buyer.id)).toBe(false)
    expect(await changeOf(before)).toEqual({})
    expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
    expect(await actionsOf(paymentId)).toEqual(actions)
    // The provider's later answers about it change nothing.
    await settlePayment(t.ctx, paymentId)
    expect(await changeOf(before)).toEqual({})
    expect(await actionsOf(paymentId)).toEqual(actions)
  })

  it.each([
    ['won', 'chargeback_won', 'REFUND_DUE'],
    ['lost', 'chargeback_lost', 'REFUNDED'],
  ])('that is %s after the transfer has failed, leaves the buyer the money', async (_name, action, status) => {
    const { listing, buyer, paymentId, before } = await disputed()
    await fail(t, listing)
    expect(await act(paymentId, action)).toBe(200)
    // At some providers it stays "disputed".
    await settlePayment(t.ctx, paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe(status)
    await assertBooksAreRight(t)
    if (action === 'chargeback_won')
      await inSandbox(t, `update sandbox.payments set state = 'succeeded' where payment_id = $1`, [paymentId])
    await t.runJobs()
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
    const { rows } = await inSandbox(t, 'select * from sandbox.refunds where payment_id = $1', [paymentId])
    expect(rows).toHaveLength(action === 'chargeback_won' ? 1 : 0)
    expect(await changeOf(before)).toEqual({})
    expect(await actionsOf(paymentId)).toEqual([])
  })

  it('that was won goes back as any other money when the transfer fails', async () => {
    const { listing, buyer, paymentId } = await disputed()
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    await fail(t, listing)
    // One that we have won stays "disputed" at some providers, and has not gone back for that.
    await settlePayment(t.ctx, paymentId)
    expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUND_DUE')
  })

  it.each([
    ['lost', 'chargeback_lost', 'REFUNDED'],
    ['won', 'chargeback_won', 'REFUND_DUE'],
  ])(
    'of a sale that failed without a trace is still decided: %s, the buyer gets the money',
    async (_name, action, status) => {
      const { listing, buyer, nft, paymentId, before } = await disputed()
      const gone = { status: 'INACTIVE', buyer_id: null } as const
      await t.ctx.db.updateTable('listings').set(gone).where('id', '=', listing.id).execute()
      await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.clock.now() }).where('id', '=', nft.id).execute()
      await t.ctx.db.deleteFrom('chain_intents').where('listing_id', '=', listing.id).execute()
      expect(await act(paymentId, action)).toBe(200)
      expect((await getPayment(t, buyer, paymentId)).status).toBe(status)
      expect(await isDown(nft.id)).toBe(false)
      await inSandbox(t, `update sandbox.payments set state = 'succeeded' where payment_id = $1`, [paymentId])
      await t.runJobs()
      expect((await getPayment(t, buyer, paymentId)).status).toBe('REFUNDED')
      expect(await changeOf(before)).toEqual({})
    },
  )

  it('that was lost takes what the seller would earn, and opens no further review case', async () => {
    const { listing, paymentId, before } = await disputed()
    expect(await act(paymentId, 'chargeback_lost')).toBe(200)
    await complete(t, listing)
    // 2.50 % fee of 25.00 USD; the rest pays for the loss.
    expect(await changeOf(before)).toEqual({ PLATFORM_FEES: 62, PLATFORM_LOSSES: -62 })
    expect(await actionsOf(paymentId)).toEqual([])
    await undo(t, listing)
    await fail(t, listing)
    expect(await changeOf(before)).toEqual({})
  })

  it('that was lost ends the steps of the order with what the bank took, delivered or not', async () => {
    const { listing, buyer, paymentId } = await disputed()
    const stepsOf = async () =>
      (await getPayment(t, buyer, paymentId)).steps.map(({ name, status }: PaymentStep) => `${name}: ${status}`)
    expect(await stepsOf()).toEqual(['Paid: DONE', 'Sending to your wallet: CURRENT', 'Yours: WAITING'])
    expect(await act(paymentId, 'chargeback_lost')).toBe(200)
    expect(await stepsOf()).toEqual(['Paid: DONE', 'Sending to your wallet: CURRENT', 'Taken back by your bank: DONE'])
    await complete(t, listing)
    expect(await stepsOf()).toEqual(['Paid: DONE', 'Sending to your wallet: DONE', 'Taken back by your bank: DONE'])
  })

  it('is reported by the ledger check when its NFT was not delivered', async () => {
    const { listing, buyer } = await disputed()
    const set = (status: 'INACTIVE' | 'PAID', buyer_id: string | null) =>
      t.ctx.db.updateTable('listings').set({ status, buyer_id }).where('id', '=', listing.id).execute()
    for (const [status, buyerId] of [
      ['INACTIVE', null],
      ['PAID', admin.id],
    ] as const) {
      await set(status, buyerId)
      await expect(assertBooksAreRight(t)).rejects.toThrow('unaccounted for')
    }
    await set('PAID', buyer.id)
  })
})
