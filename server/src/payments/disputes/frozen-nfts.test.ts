import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertBooksAreRight, buildBuyer, reserve } from '../../../test/build-listed-nft.ts'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import { buildListing } from '../../../test/build-nft.ts'
import { buildPaidSale, complete, pay, type Sale } from '../../../test/build-sale.ts'
import { chargeBack } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
let admin: Member
beforeEach(async () => void (admin = await buildAdmin(t)))
afterEach(() => assertBooksAreRight(t))

const MINUTE_MS = 60_000

const asAdmin = (method: 'GET' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api/admin/${path}`, { site: 'admin', token: admin.tokens.access, ...(body && { body }) })
const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
const isDown = async (nftId: string) =>
  (await t.ctx.db.selectFrom('nfts').select('taken_down_at').where('id', '=', nftId).executeTakeFirstOrThrow())
    .taken_down_at !== null

describe('an NFT that a chargeback has frozen', () => {
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
    const sale = await sold()
    await handOver(sale)
    const { nft, paymentId } = sale
    await takeDown(nft.id, true)
    await takeDown(nft.id, false)
    await dispute(paymentId)
    expect(await isDown(nft.id)).toBe(true)
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(false)
  })

  it('keeps it down until the bank has decided, also for an admin who would show it again', async () => {
    const sale = await sold()
    await handOver(sale)
    const { nft, paymentId } = sale
    await dispute(paymentId)
    const refused = await asAdmin('PUT', `nfts/${nft.id}/`, { taken_down: false })
    const reason = 'The payment for this work is disputed. Enter how that ended first.'
    expect([refused.status, refused.body.errors, await isDown(nft.id)]).toEqual([409, [reason], true])
    expect(await act(paymentId, 'chargeback_lost')).toBe(200)
    await takeDown(nft.id, false)
    expect(await isDown(nft.id)).toBe(false)
  })

  it('leaves an NFT down whose bytes were blocked meanwhile', async () => {
    const { nft, paymentId } = await sold()
    await dispute(paymentId)
    const blocked = await asAdmin('PUT', `nfts/${nft.id}/bytes/`, { blocked: true, reason: 'Illegal' })
    expect(blocked.body.data).toMatchObject({ taken_down: 1 })
    expect(await act(paymentId, 'chargeback_won')).toBe(200)
    expect(await isDown(nft.id)).toBe(true)
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
