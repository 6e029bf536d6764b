import type { PaymentAction } from '@verso/protocol/money/admin-money'
import { expect } from 'vitest'
import { inTransaction, type Tx } from '../../src/db/client.ts'
import { signAccessToken } from '../../src/identity/sessions/access-token.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { releaseEarningsSweep } from '../../src/payments/earnings/earnings-holds.ts'
import { completeSale, getPaidPayment } from '../../src/payments/sales/complete-sale.ts'
import { failSale } from '../../src/payments/sales/fail-sale.ts'
import { undoSale } from '../../src/payments/sales/undo-sale.ts'
import { reconcilePaymentsSweep } from '../../src/payments/settlement/reconcile-payments.ts'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { decide } from '../build-listed-nft.ts'
import { buildAdmin, type Member } from '../build-member.ts'
import { send } from '../build-sale.ts'
import { chargeBack } from '../in-sandbox.ts'
import type { TestApp } from '../test-app.ts'
import type { MarketModel } from './market-model.ts'
import type { Command, Who } from './market-rules.ts'

/** Longer than a reservation lasts, and shorter than the wait after two abandoned ones. */
const WAIT_MINUTES = 16
const MINUTE_MS = 60_000

/** The same commands on the product. */
export class RealMarket {
  readonly #t: TestApp
  readonly #members: Member[]
  readonly #nftId: string
  /** The last reservation and who made it, and the last that ran out. */
  #paymentId = ''
  #buyer: Who = 0
  #lateId = ''
  readonly #payouts: string[] = ['', '', '']

  constructor(t: TestApp, members: Member[], nftId: string) {
    this.#t = t
    this.#members = members
    this.#nftId = nftId
  }

  async take(command: Command, model: MarketModel): Promise<void> {
    switch (command.do) {
      case 'list': {
        const body = { listing: true, price: command.priceCents / 100 }
        return this.#expect(command, model.list(command.who, command.priceCents), await this.#put(command.who, body))
      }
      case 'unlist':
        return this.#expect(
          command,
          model.unlist(command.who),
          await this.#put(command.who, { listing: false, price: 0 }),
        )
      case 'reserve':
      case 'reserveWithFee':
        return this.#reserve(command.who, model, { withFee: command.do === 'reserveWithFee' })
      case 'topup':
        model.topup(command.who, 500)
        return this.#topUp(command.who)
      case 'payout':
      case 'cancelPayout':
        return this.#payOut(command.do, command.who, model)
      default:
        return this.#goOn(command.do, model)
    }
  }

  async #goOn(step: string, model: MarketModel): Promise<void> {
    const listingId = (await this.#findListing())?.id ?? ''
    if (step === 'decline' && model.listing?.status === 'PAYMENT_PROCESSING')
      return this.#pay(this.#paymentId, 'failed')
    if (step === 'pay' && model.pay()) return this.#pay(this.#paymentId, 'success')
    if (step === 'cancel' && model.cancel()) {
      const path = `/api/payments/${this.#paymentId}/cancel/`
      const { status } = await this.#t.call('POST', path, { token: await this.#token(this.#buyer) })
      expect(status).toBe(200)
    }
    if (step === 'wait') await this.#wait(model)
    if (step === 'payLate' && model.payLate()) await this.#pay(this.#lateId, 'success')
    if (step === 'send' && model.send()) await this.#send(listingId)
    if (step === 'deliver' && model.deliver()) await this.#deliver(listingId)
    if (step === 'undo' && model.undo()) {
      await this.#inTx((tx) => undoSale(this.#t.ctx, tx, { listingId }))
      await this.#setOwner(model.owner)
    }
    if (step === 'dispute' && model.dispute()) await this.#dispute(listingId)
    if (step === 'win' && model.win()) await this.#decide(listingId, 'chargeback_won')
    if (step === 'lose' && model.lose()) await this.#decide(listingId, 'chargeback_lost')
    if (step === 'fail' && model.fail())
      await this.#inTx((tx) => failSale(this.#t.ctx, tx, { listingId, reason: 'gone' }))
    if (step !== 'release') return
    model.release()
    await releaseEarningsSweep.run(this.#t.ctx)
  }

  async #reserve(buyer: Who, model: MarketModel, { withFee }: { withFee: boolean }): Promise<void> {
    const body = { purchasing: true, buyer: this.#id(buyer), with_fee: withFee }
    const answer = await this.#put(buyer, body)
    this.#expect({ do: 'reserve', who: buyer }, model.reserve(buyer, { withFee }), answer)
    if (answer.status === 200) {
      this.#paymentId = answer.body.data.payment_id
      this.#buyer = buyer
    }
  }

  async #wait(model: MarketModel): Promise<void> {
    if (model.listing?.status === 'PAYMENT_PROCESSING') this.#lateId = this.#paymentId
    model.wait(WAIT_MINUTES)
    this.#t.clock.advance(WAIT_MINUTES * MINUTE_MS)
    await reconcilePaymentsSweep.run(this.#t.ctx)
  }

  async #pay(paymentId: string, outcome: 'success' | 'failed'): Promise<void> {
    await decide(this.#t, paymentId, outcome)
    await settlePayment(this.#t.ctx, paymentId)
  }

  #send = async (listingId: string) => send(this.#t, { paymentId: await this.#paidWith(listingId) })

  async #deliver(listingId: string): Promise<void> {
    await this.#send(listingId)
    await this.#inTx((tx) => completeSale(this.#t.ctx, tx, { listingId, blockNumber: 1, minedAt: this.#t.clock.now() }))
    await this.#setOwner((await this.read()).listing?.buyer ?? 0)
  }

  async #dispute(listingId: string): Promise<void> {
    const paymentId = await this.#paidWith(listingId)
    await chargeBack(this.#t, paymentId)
    await settlePayment(this.#t.ctx, paymentId)
  }

  async #decide(listingId: string, action: PaymentAction): Promise<void> {
    const admin = await buildAdmin(this.#t)
    const path = `/api/admin/payments/${await this.#paidWith(listingId)}/`
    const { status } = await this.#t.call('PUT', path, { site: 'admin', token: admin.tokens.access, body: { action } })
    expect(status).toBe(200)
  }

  #paidWith = async (listingId: string): Promise<string> =>
    inTransaction(this.#t.ctx.db, async (tx) => (await getPaidPayment(tx, listingId)).id)

  /** As the indexer does. */
  async #setOwner(owner: Who): Promise<void> {
    await this.#t.ctx.db
      .updateTable('nfts')
      .set({ owned_by: this.#id(owner) })
      .where('id', '=', this.#nftId)
      .execute()
  }

  async #topUp(member: Who): Promise<void> {
    const { body } = await this.#t.call('PUT', '/api/accounts/credits/', {
      token: await this.#token(member),
      body: { amount: 5 },
    })
    await this.#pay(body.data, 'success')
  }

  async #payOut(what: 'payout' | 'cancelPayout', member: Who, model: MarketModel): Promise<void> {
    const token = await this.#token(member)
    if (what === 'payout') {
      const amount = Math.max(1, model.money[member]?.earnings ?? 0) / 100
      const answer = await this.#t.call('POST', '/api/payouts/', { token, body: { amount } })
      this.#expect({ do: what, who: member }, model.payout(member), answer)
      if (answer.status === 200) this.#payouts[member] = answer.body.data.id
      return
    }
    if (!model.cancelPayout(member)) return
    const path = `/api/payouts/${this.#payouts[member]}/`
    expect((await this.#t.call('PUT', path, { token, body: { status: 'CANCELLED' } })).status).toBe(200)
  }

  async read() {
    const listing = await this.#findListing()
    const nft = this.#t.ctx.db.selectFrom('nfts').select('owned_by').where('id', '=', this.#nftId)
    const money = await Promise.all(this.#members.map(({ id }) => getBalances(this.#t.ctx.db, id)))
    return {
      owner: this.#who((await nft.executeTakeFirstOrThrow()).owned_by) as Who,
      listing: listing && {
        status: listing.status,
        priceCents: listing.price_cents,
        buyer: this.#who(listing.buyer_id),
      },
      money: money.map((own) => ({
        credit: own.creditCents,
        creditHeld: own.creditHeldCents,
        earnings: own.earningsCents,
        earningsHeld: own.earningsHeldCents,
        payoutHeld: own.payoutHeldCents,
      })),
    }
  }

  async #findListing() {
    const listings = this.#t.ctx.db.selectFrom('listings').selectAll().where('nft_id', '=', this.#nftId)
    return (await listings.orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst()) ?? null
  }

  #expect(command: Command, isAllowed: boolean, answer: { status: number; body: unknown }): void {
    const where = `${JSON.stringify(command)}: ${JSON.stringify(answer.body)}`
    expect(answer.status < 300, where).toBe(isAllowed)
    expect(answer.status, where).toBeLessThan(500)
  }

  async #put(member: Who, body: object) {
    return this.#t.call('PUT', `/api/nfts/${this.#nftId}/`, { token: await this.#token(member), body })
  }

  /** The session goes on, its access token and the second factor of long ago do not. */
  async #token(member: Who): Promise<string> {
    const session = await this.#t.ctx.db
      .updateTable('sessions')
      .set({ second_factor_at: this.#t.clock.now() })
      .where('id', '=', this.#members[member]?.sessionId ?? '')
      .returning(['id', 'user_id', 'expires_at'])
      .executeTakeFirstOrThrow()
    return signAccessToken(this.#t.ctx, session)
  }

  #inTx = (work: (tx: Tx) => Promise<unknown>) => inTransaction(this.#t.ctx.db, work)

  #id = (member: Who): string => this.#members[member]?.id ?? ''
  #who(id: string | null): Who | null {
    const index = this.#members.findIndex((member) => member.id === id)
    return index === -1 ? null : (index as Who)
  }
}
