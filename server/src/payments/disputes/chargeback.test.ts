import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { buildListing } from '../../../test/build-nft.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  getCredit,
  getPayment,
  reserve,
  statusOf,
} from '../../../test/build-listed-nft.ts'
import {
  buildPaidSale,
  buildReservation,
  complete,
  fail,
  pay,
  type Sale,
  send,
  undo,
} from '../../../test/build-sale.ts'
import { chargeBack, inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { listAccountTotals } from '../../ledger/queries.ts'
import { areEarningsFrozen } from '../earnings/earnings-holds.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
let admin: Member
beforeEach(async () => void (admin = await buildAdmin(t)))
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000

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
/** What `work` changed on the platform's accounts. */
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
    ['open', null],
    ['lost', 'chargeback_lost'],
  ])('that is %s, is no loss when the transfer fails', async (_name, action) => {
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
    expect(await actionsOf(paymentId)).toEqual([])
    // What the provider still says about it changes nothing.
    await settlePayment(t.ctx, paymentId)
    expect(await changeOf(before)).toEqual({})
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

describe('a chargeback of a sold NFT that is won', () => {
  const takeDown = async (nftId: string, taken_down: boolean) => {
    const { status } = await asAdmin('PUT', `nfts/${nftId}/`, { taken_down, reason: 'Not allowed here' })
    expect(status).toBe(200)
  }
  async function sold() {
    const sale = await buildPaidSale(t)
    await complete(t, sale.listing)
    return sale
  }
  /** The buyer has it, as the indexer would have recorded it. */
  const handOver = ({ nft, buyer }: Sale) =>
    t.ctx.db
      .updateTable('nfts')
      .set({ owned_by: buyer.id })
      .where('id', '=', nft.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  async function dispute(paymentId: string) {
    await chargeBack(t, paymentId)
    await settlePayment(t.ctx, paymentId)
  }

  it('puts the NFT back that the freeze had taken down', async () => {
    const { nft, paymentId } = await sold()
    await takeDown(nft.id, true)
    await takeDown(nft.id, false)
    await dispute(paymentId)
    expect(await isDown(nft.id)).toBe(true)
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(false)
  })

  it('keeps its buyer from listing it, and says that the payment is why', async () => {
    const sale = await sold()
    await handOver(sale)
    const { nft, buyer, paymentId } = sale
    await dispute(paymentId)
    const list = () =>
      t.call('PUT', `/api/nfts/${nft.id}/`, { headers: buyer.headers, body: { listing: true, price: 20 } })
    const refused = await list()
    expect([refused.status, refused.body.errors]).toEqual([409, ['This NFT is frozen while its payment is disputed']])
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect((await list()).status).toBe(200)
  })

  it.each(['before', 'after'])('leaves an NFT down that a moderator took down %s it came', async (when) => {
    const { nft, paymentId } = await sold()
    if (when === 'before') await takeDown(nft.id, true)
    await dispute(paymentId)
    if (when === 'after') await takeDown(nft.id, true)
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(true)
  })

  /** Sold on by its present owner. */
  async function soldOn(before: Sale): Promise<Sale> {
    const nft = await handOver(before)
    const listed = { seller: before.buyer, nft, listing: await buildListing(t, { nft }) }
    const next = await buildBuyer(t)
    const sale = { ...listed, buyer: next, paymentId: await reserve(t, next, nft) }
    await pay(t, sale)
    await complete(t, sale.listing)
    await handOver(sale)
    return sale
  }

  it('shows a work again of which an older sale was lost, when an admin had restored it since', async () => {
    const older = await sold()
    await dispute(older.paymentId)
    expect(await act(older.paymentId, 'chargeback_lost')).toBe(200)
    t.clock.advance(MINUTE_MS)
    await takeDown(older.nft.id, false)
    t.clock.advance(MINUTE_MS)
    const { nft, paymentId } = await soldOn(older)
    await dispute(paymentId)
    expect(await isDown(nft.id)).toBe(true)
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(false)
  })

  it.each([
    ['lost', 'chargeback_lost'],
    ['not decided', null],
  ])('shows a work whose owner has paid, though an older sale of it is %s', async (_name, action) => {
    const older = await sold()
    await takeDown(older.nft.id, true)
    await takeDown(older.nft.id, false)
    t.clock.advance(MINUTE_MS)
    const { nft, paymentId } = await soldOn(older)
    await dispute(older.paymentId)
    expect(await isDown(nft.id)).toBe(false)
    await dispute(paymentId)
    expect(await isDown(nft.id)).toBe(true)
    if (action) expect(await act(older.paymentId, action)).toBe(200)
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(false)
  })
})
