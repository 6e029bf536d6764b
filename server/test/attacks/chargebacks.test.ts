import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeOf } from '../../src/custody/evm/sender/node-of.ts'
import { broadcast } from '../../src/custody/sending/broadcast.ts'
import { freezeEarnings, releaseEarningsSweep } from '../../src/payments/earnings/earnings-holds.ts'
import { PAYMENT_COLUMNS } from '../../src/payments/records/payment-row.ts'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { buildAdmin, type Member } from '../build-member.ts'
import { assertBooksAreRight, getCredit, getPayment, statusOf } from '../build-listed-nft.ts'
import { buildSold, buildResale, deliver } from '../build-resale.ts'
import { buildPaidSale, complete, type Sale } from '../build-sale.ts'
import { expectWaiting } from '../expect-waiting.ts'
import { giveEarnings } from '../give-credits.ts'
import { chargeBack } from '../in-sandbox.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
beforeEach(() => void vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

const asAdmin = async (method: 'GET' | 'PUT', path: string, body?: object) =>
  t.call(method, `/api/admin/${path}`, {
    site: 'admin',
    token: (await buildAdmin(t)).tokens.access,
    ...(body && { body }),
  })
const act = async (id: string, action: string) => (await asAdmin('PUT', `payments/${id}/`, { action })).status
const earningsOf = async (member: Member) =>
  (await t.call('GET', '/api/accounts/earnings/', { token: member.tokens.access })).body.data
const askForPayout = (member: Member, amount: number) =>
  t.call('POST', '/api/payouts/', { token: member.tokens.access, body: { amount } })
const lossesOf = async () => {
  const losses = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', 'PLATFORM_LOSSES')
  return (await losses.executeTakeFirst())?.balance_cents ?? 0
}
const nftOf = (id: string) =>
  t.ctx.db.selectFrom('nfts').select(['taken_down_at', 'owned_by']).where('id', '=', id).executeTakeFirstOrThrow()
const dispute = async (paymentId: string) => {
  await chargeBack(t, paymentId)
  await settlePayment(t.ctx, paymentId)
}
async function giveBank({ id: user_id }: Member, payoutId: string) {
  const account = { user_id, details_encrypted: Buffer.alloc(1), last4: '1', holder_initials: 'A' }
  const bank = { id: t.ctx.random.id(), ...account, country: 'DE', currency: 'EUR', created_at: t.clock.now() }
  await t.ctx.db.insertInto('fiat_accounts').values(bank).execute()
  await t.ctx.db.updateTable('payouts').set({ fiat_account_id: bank.id }).where('id', '=', payoutId).execute()
}

describe('a chargeback after a resale', () => {
  // 30.00 USD less 2.5 % fee and 5 % royalty, and what is left of it when 25.00 are taken.
  const [PROCEEDS, REST] = [27.75, 2.75]

  it('leaves the third member’s NFT and page alone, and freezes what the disputing buyer has earned', async () => {
    const first = await buildSold(t)
    const resale = await buildResale(t, first)
    await giveEarnings(t, { userId: first.buyer.id, amountCents: 500 })
    expect(await earningsOf(first.buyer)).toEqual({ balance: 5, held: PROCEEDS })
    await dispute(first.paymentId)
    expect((await nftOf(first.nft.id)).taken_down_at).toBeNull()
    expect((await t.call('GET', `/api/nfts/${first.nft.id}/`)).status).toBe(200)
    expect(await earningsOf(first.buyer)).toEqual({ balance: 0, held: PROCEEDS + 5 })
    await releaseEarningsSweep.run(t.ctx)
    expect(await earningsOf(first.buyer)).toEqual({ balance: 0, held: PROCEEDS + 5 })
    expect(await askForPayout(first.buyer, 1)).toMatchObject({ status: 409 })
    // The third member may go on with what is theirs.
    await releaseEarningsSweep.run(t.ctx)
    expect((await nftOf(first.nft.id)).owned_by).toBe(resale.buyer.id)
  })

  it('won, gives everything back', async () => {
    const first = await buildSold(t)
    await buildResale(t, first)
    const [before, losses] = [await earningsOf(first.buyer), await lossesOf()]
    await dispute(first.paymentId)
    expect(await act(first.paymentId, 'chargeback_won')).toBe(200)
    expect(await earningsOf(first.buyer)).toEqual(before)
    expect(await lossesOf()).toBe(losses)
    await releaseEarningsSweep.run(t.ctx)
    expect(await earningsOf(first.buyer)).toEqual({ balance: PROCEEDS, held: 0 })
    expect((await askForPayout(first.buyer, PROCEEDS)).status).toBe(200)
    expect((await earningsOf(first.seller)).balance).toBeGreaterThan(0)
  })

  it('lost, is paid from the disputing buyer’s money first: the seller and the platform lose nothing', async () => {
    const first = await buildSold(t)
    await buildResale(t, first)
    const [seller, losses] = [await earningsOf(first.seller), await lossesOf()]
    await dispute(first.paymentId)
    expect(await act(first.paymentId, 'chargeback_lost')).toBe(200)
    expect(await lossesOf()).toBe(losses)
    expect(await earningsOf(first.seller)).toEqual(seller)
    expect(await earningsOf(first.buyer)).toEqual({ balance: 0, held: REST })
    await releaseEarningsSweep.run(t.ctx)
    expect(await earningsOf(first.buyer)).toEqual({ balance: REST, held: 0 })
    expect((await nftOf(first.nft.id)).taken_down_at).toBeNull()
  })

  it.each([
    ['sold the NFT on', (sale: Sale) => buildResale(t, sale)],
    [
      'withdrew the NFT',
      ({ nft }: Sale) => t.ctx.db.updateTable('nfts').set({ owned_by: null }).where('id', '=', nft.id).execute(),
    ],
  ])('of a buyer who %s and deleted the account freezes the sale, and is decided', async (_what, partWith) => {
    const first = await buildSold(t)
    await partWith(first)
    await t.ctx.db.updateTable('users').set({ status: 'DELETED' }).where('id', '=', first.buyer.id).execute()
    const losses = await lossesOf()
    await dispute(first.paymentId)
    const payments = t.ctx.db.selectFrom('payments').selectAll().where('id', '=', first.paymentId)
    const disputed = { status: 'DISPUTED', due_at: null, review_reason: expect.any(String), freezes_earnings: true }
    expect(await payments.executeTakeFirst()).toMatchObject(disputed)
    expect(await lossesOf()).toBe(losses - 2_500)
    const sellers = t.ctx.db.selectFrom('earnings_holds').select('status').where('listing_id', '=', first.listing.id)
    expect(await sellers.execute()).toEqual([{ status: 'FROZEN' }])
    expect(await act(first.paymentId, 'chargeback_lost')).toBe(200)
  })

  it('lost while a payout is asked for: the request is not approved, and gives way', async () => {
    const first = await buildSold(t)
    await buildResale(t, first)
    const losses = await lossesOf()
    await releaseEarningsSweep.run(t.ctx)
    const { id } = (await askForPayout(first.buyer, 20)).body.data
    await dispute(first.paymentId)
    // The request is open, cannot go on, and gives way when its money is needed.
    await giveBank(first.buyer, id)
    const approval = await asAdmin('PUT', `payouts/${id}/`, { status: 'APPROVED' })
    expect([approval.status, approval.body.errors[0]]).toEqual([409, expect.stringContaining('chargeback')])
    expect(await act(first.paymentId, 'chargeback_lost')).toBe(200)
    const payout = await t.ctx.db.selectFrom('payouts').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    expect(payout.status).toBe('REJECTED')
    expect(await lossesOf()).toBe(losses)
    expect(await earningsOf(first.buyer)).toEqual({ balance: REST, held: 0 })
  })

  it('at the moment in which a payout is approved comes first: the approval finds the freeze', async () => {
    const first = await buildSold(t)
    await buildResale(t, first)
    await releaseEarningsSweep.run(t.ctx)
    const { id } = (await askForPayout(first.buyer, 20)).body.data
    await giveBank(first.buyer, id)
    const payments = t.ctx.db.selectFrom('payments').select(PAYMENT_COLUMNS).where('id', '=', first.paymentId)
    const { approval } = await t.ctx.db.transaction().execute(async (tx) => {
      await freezeEarnings(t.ctx, tx, await payments.executeTakeFirstOrThrow())
      const asked = asAdmin('PUT', `payouts/${id}/`, { status: 'APPROVED' })
      await expectWaiting(t, 1)
      return { approval: asked }
    })
    expect(await approval).toMatchObject({ status: 409, body: { errors: [expect.stringContaining('chargeback')] } })
  })

  it('a payout that was approved before is not marked paid, unless the bank has sent it already', async () => {
    const first = await buildSold(t)
    await buildResale(t, first)
    await releaseEarningsSweep.run(t.ctx)
    const { id } = (await askForPayout(first.buyer, 20)).body.data
    await t.ctx.db.updateTable('payouts').set({ status: 'APPROVED' }).where('id', '=', id).execute()
    await dispute(first.paymentId)
    const paid = { status: 'PAID', reference: 'SEPA 1' }
    expect(await asAdmin('PUT', `payouts/${id}/`, paid)).toMatchObject({
      status: 409,
      body: { code: 'earnings_frozen' },
    })
    expect((await asAdmin('PUT', `payouts/${id}/`, { ...paid, already_sent: true })).status).toBe(200)
  })

  it('while the resale is on its way, freezes the proceeds as they come', async () => {
    const first = await buildSold(t)
    const resale = await buildResale(t, first, { isDelivered: false })
    await dispute(first.paymentId)
    await deliver(t, resale)
    expect((await nftOf(first.nft.id)).taken_down_at).toBeNull()
    await releaseEarningsSweep.run(t.ctx)
    expect(await earningsOf(first.buyer)).toEqual({ balance: 0, held: PROCEEDS })
    expect((await askForPayout(first.buyer, 1)).status).toBe(409)
  })

  it('of who still has the NFT takes it down, and freezes no other money', async () => {
    const first = await buildSold(t)
    await t.ctx.db.updateTable('nfts').set({ owned_by: first.buyer.id }).where('id', '=', first.nft.id).execute()
    await giveEarnings(t, { userId: first.buyer.id, amountCents: 500 })
    await dispute(first.paymentId)
    expect((await nftOf(first.nft.id)).taken_down_at).not.toBeNull()
    expect((await earningsOf(first.buyer)).balance).toBe(5)
  })
})

describe('a chargeback while the settlement is unsent', () => {
  const intentOf = (paymentId: string) =>
    t.ctx.db.selectFrom('chain_intents').selectAll().where('payment_id', '=', paymentId).executeTakeFirstOrThrow()

  /** Signed and stored, and no node has it. */
  async function signed({ paymentId }: Sale) {
    const { id: intentId, chain } = await intentOf(paymentId)
    const now = t.clock.now()
    const id = t.ctx.random.id()
    const transaction = { id, hash: `0x${id}` as const, raw: '0x00' as const }
    const row = { ...transaction, chain, signer: '0x1', nonce: 1_000_000, max_fee_per_gas: '1', due_at: now }
    await t.ctx.db
      .insertInto('chain_transactions')
      .values({ ...row, created_at: now, updated_at: now })
      .execute()
    const link = { transaction_id: id, intent_id: intentId, position: 0 }
    await t.ctx.db.insertInto('chain_transaction_intents').values(link).execute()
    await t.ctx.db.updateTable('chain_intents').set({ status: 'SENT' }).where('id', '=', intentId).execute()
    const connection = t.ctx.chains[chain as 'POLYGON']
    const sent = vi.spyOn(connection.client, 'sendRawTransaction').mockResolvedValue('0x00')
    return { sent, broadcast: () => broadcast(t.ctx, nodeOf(connection), transaction) }
  }

  async function expectCalledOff({ paymentId, listing, nft, seller, buyer }: Sale, losses: number) {
    expect(await getPayment(t, buyer, paymentId)).toMatchObject({
      status: 'REFUNDED',
      note: 'Your bank has returned the money to you.',
    })
    expect(await statusOf(t, listing)).toBe('INACTIVE')
    expect((await intentOf(paymentId)).status).toBe('FAILED')
    expect(await nftOf(nft.id)).toEqual({ taken_down_at: null, owned_by: seller.id })
    expect(await getCredit(t, buyer)).toEqual({ credit: 10, held: 0 })
    expect(await lossesOf()).toBe(losses)
  }

  it.each([false, true])('fails the sale without a loss (signed: %s)', async (isSigned) => {
    const sale = await buildPaidSale(t)
    const transaction = isSigned ? await signed(sale) : undefined
    const losses = await lossesOf()
    await dispute(sale.paymentId)
    await expectCalledOff(sale, losses)
    // The provider's later answers change nothing, and the bytes never reach a node.
    await settlePayment(t.ctx, sale.paymentId)
    await transaction?.broadcast()
    if (transaction) expect(transaction.sent).not.toHaveBeenCalled()
    await expectCalledOff(sale, losses)
    expect(await complete(t, sale.listing)).toBe(false)
  })

  it('that a node has got is delivered, and disputed', async () => {
    const sale = await buildPaidSale(t)
    const transaction = await signed(sale)
    await transaction.broadcast()
    expect(transaction.sent).toHaveBeenCalledOnce()
    await dispute(sale.paymentId)
    expect((await getPayment(t, sale.buyer, sale.paymentId)).status).toBe('DISPUTED')
    expect(await complete(t, sale.listing)).toBe(true)
  })
})
