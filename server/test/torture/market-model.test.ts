import type { PaymentAction } from '@verso/protocol/money/admin-money'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../src/db/client.ts'
import { signAccessToken } from '../../src/identity/sessions/access-token.ts'
import { checkLedgerStep } from '../../src/ledger/check-ledger-in-steps.ts'
import { getBalances } from '../../src/ledger/queries.ts'
import { completeSale, getPaidPayment } from '../../src/payments/sales/complete-sale.ts'
import { failSale } from '../../src/payments/sales/fail-sale.ts'
import { reconcilePaymentsSweep } from '../../src/payments/settlement/reconcile-payments.ts'
import { releaseEarningsSweep } from '../../src/payments/earnings/earnings-holds.ts'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { undoSale } from '../../src/payments/sales/undo-sale.ts'
import { buildAdmin, type Member } from '../build-member.ts'
import { assertBooksAreRight, buildBuyer, decide } from '../build-listed-nft.ts'
import { buildNft } from '../build-nft.ts'
import { send } from '../build-sale.ts'
import { chargeBack } from '../in-sandbox.ts'
import { useTestApp } from '../test-app.ts'
import { MarketModel } from './market-model.ts'
import { type Command, CREDIT_CENTS, WHO, type Who } from './market-rules.ts'

/** 1,000 sequences in `npm run torture`, other ones each time; in `npm test` always the same few. */
const isTorture = process.env.TORTURE_ROUNDS !== undefined
const RUNS = isTorture ? Number(process.env.TORTURE_ROUNDS) * 40 : 25
const SEED = 20_261_120
/** Longer than a reservation lasts, and shorter than the wait after two abandoned ones. */
const WAIT_MINUTES = 16
const MINUTE_MS = 60_000

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const who = fc.constantFrom(...WHO)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), who, priceCents: fc.constantFrom(108, 2_500, 9_999) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reserve' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('unlist' as const, 'topup' as const, 'payout' as const, 'cancelPayout' as const),
      who,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pay' as const,
        'pay' as const,
        'send' as const,
        'deliver' as const,
        'deliver' as const,
        'decline' as const,
        'cancel' as const,
        'wait' as const,
        'fail' as const,
        'undo' as const,
        'release' as const,
        'payLate' as const,
        'dispute' as const,
        'win' as const,
        'lose' as const,
      ),
    }),
  },
)

const sell = (seller: Who, buyer: Who): Command[] => [
  { do: 'list', who: seller, priceCents: 2_500 },
  { do: 'reserve', who: buyer },
  { do: 'pay' },
]
const then = (...steps: (Command & { who?: never })['do'][]): Command[] => steps.map((step) => ({ do: step }))
/** What chance finds rarely: disputes at every point of a sale, and what follows them. */
const DISPUTES: Command[][] = [
  [...sell(0, 1), ...then('deliver', 'dispute', 'lose', 'undo', 'deliver', 'undo', 'fail'), ...sell(0, 2)],
  [...sell(0, 1), ...then('send', 'dispute', 'lose', 'deliver', 'release', 'undo', 'win')],
  [
    ...sell(0, 1),
    ...then('deliver', 'dispute', 'release', 'win', 'release'),
    ...sell(1, 2),
    ...then('deliver', 'dispute'),
  ],
  [
    ...sell(0, 1),
    ...then('send', 'dispute', 'fail'),
    ...sell(0, 1),
    ...then('deliver', 'dispute', 'undo', 'win', 'deliver'),
  ],
  [...sell(0, 1), ...then('deliver', 'release', 'dispute', 'lose'), { do: 'list', who: 1, priceCents: 108 }],
  [
    ...sell(0, 1),
    ...then('send', 'dispute', 'win', 'fail'),
    ...sell(0, 2),
    ...then('deliver', 'dispute', 'lose', 'release'),
  ],
  [...sell(0, 1), ...then('dispute', 'win', 'deliver'), ...sell(0, 2), ...then('deliver', 'dispute', 'lose')],
]

describe('the market in any order', () => {
  it(
    'agrees with the model: who owns the NFT, what is for sale, and every balance to the cent',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 24 }), async (commands) => {
          const members = [await addMember(), await addMember(), await addMember()]
          const nft = await buildNft(t, { creator: members[0] as Member, royaltyBps: 500 })
          const market = new RealMarket(members, nft.id)
          const model = new MarketModel()
          for (const each of commands) {
            await market.take(each, model)
            expect(await market.read()).toEqual(shown(model))
          }
          expect((await checkLedgerStep(t.ctx)).problems).toEqual([])
        }),
        { numRuns: RUNS, examples: DISPUTES.map((commands) => [commands]), ...(!isTorture && { seed: SEED }) },
      )
    },
    30_000 + RUNS * 4_000,
  )
})

const addMember = () => buildBuyer(t, { creditCents: CREDIT_CENTS })
const inTx = (work: (tx: Tx) => Promise<unknown>) => inTransaction(t.ctx.db, work)

const shown = ({ owner, listing, money }: MarketModel) => ({
  owner,
  listing: listing && { status: listing.status, priceCents: listing.priceCents, buyer: listing.buyer },
  money,
})

/** The same commands on the product. */
class RealMarket {
  readonly #members: Member[]
  readonly #nftId: string
  /** The last reservation and who made it, and the last that ran out. */
  #paymentId = ''
  #buyer: Who = 0
  #lateId = ''
  readonly #payouts: string[] = ['', '', '']

  constructor(members: Member[], nftId: string) {
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
        return this.#reserve(command.who, model)
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
      const { status } = await t.call('POST', path, { token: await this.#token(this.#buyer) })
      expect(status).toBe(200)
    }
    if (step === 'wait') await this.#wait(model)
    if (step === 'payLate' && model.payLate()) await this.#pay(this.#lateId, 'success')
    if (step === 'send' && model.send()) await this.#send(listingId)
    if (step === 'deliver' && model.deliver()) await this.#deliver(listingId)
    if (step === 'undo' && model.undo()) {
      await inTx((tx) => undoSale(t.ctx, tx, { listingId }))
      await this.#setOwner(model.owner)
    }
    if (step === 'dispute' && model.dispute()) await this.#dispute(listingId)
    if (step === 'win' && model.win()) await this.#decide(listingId, 'chargeback_won')
    if (step === 'lose' && model.lose()) await this.#decide(listingId, 'chargeback_lost')
    if (step === 'fail' && model.fail()) await inTx((tx) => failSale(t.ctx, tx, { listingId, reason: 'gone' }))
    if (step !== 'release') return
    model.release()
    await releaseEarningsSweep.run(t.ctx)
  }

  async #reserve(buyer: Who, model: MarketModel): Promise<void> {
    const body = { purchasing: true, buyer: this.#id(buyer) }
    const answer = await this.#put(buyer, body)
    this.#expect({ do: 'reserve', who: buyer }, model.reserve(buyer), answer)
    if (answer.status === 200) {
      this.#paymentId = answer.body.data.payment_id
      this.#buyer = buyer
    }
  }

  async #wait(model: MarketModel): Promise<void> {
    if (model.listing?.status === 'PAYMENT_PROCESSING') this.#lateId = this.#paymentId
    model.wait(WAIT_MINUTES)
    t.clock.advance(WAIT_MINUTES * MINUTE_MS)
    await reconcilePaymentsSweep.run(t.ctx)
  }

  async #pay(paymentId: string, outcome: 'success' | 'failed'): Promise<void> {
    await decide(t, paymentId, outcome)
    await settlePayment(t.ctx, paymentId)
  }

  #send = async (listingId: string) => send(t, { paymentId: await this.#paidWith(listingId) })

  async #deliver(listingId: string): Promise<void> {
    await this.#send(listingId)
    await inTx((tx) => completeSale(t.ctx, tx, { listingId, blockNumber: 1, minedAt: t.clock.now() }))
    await this.#setOwner((await this.read()).listing?.buyer ?? 0)
  }

  async #dispute(listingId: string): Promise<void> {
    const paymentId = await this.#paidWith(listingId)
    await chargeBack(t, paymentId)
    await settlePayment(t.ctx, paymentId)
  }

  async #decide(listingId: string, action: PaymentAction): Promise<void> {
    const admin = await buildAdmin(t)
    const path = `/api/admin/payments/${await this.#paidWith(listingId)}/`
    const { status } = await t.call('PUT', path, { site: 'admin', token: admin.tokens.access, body: { action } })
    expect(status).toBe(200)
  }

  #paidWith = async (listingId: string): Promise<string> =>
    inTransaction(t.ctx.db, async (tx) => (await getPaidPayment(tx, listingId)).id)

  /** As the indexer does. */
  async #setOwner(owner: Who): Promise<void> {
    await t.ctx.db
      .updateTable('nfts')
      .set({ owned_by: this.#id(owner) })
      .where('id', '=', this.#nftId)
      .execute()
  }

  async #topUp(member: Who): Promise<void> {
    const { body } = await t.call('PUT', '/api/accounts/credits/', {
      token: await this.#token(member),
      body: { amount: 5 },
    })
    await this.#pay(body.data, 'success')
  }

  async #payOut(what: 'payout' | 'cancelPayout', member: Who, model: MarketModel): Promise<void> {
    const token = await this.#token(member)
    if (what === 'payout') {
      const amount = Math.max(1, model.money[member]?.earnings ?? 0) / 100
      const answer = await t.call('POST', '/api/payouts/', { token, body: { amount } })
      this.#expect({ do: what, who: member }, model.payout(member), answer)
      if (answer.status === 200) this.#payouts[member] = answer.body.data.id
      return
    }
    if (!model.cancelPayout(member)) return
    const path = `/api/payouts/${this.#payouts[member]}/`
    expect((await t.call('PUT', path, { token, body: { status: 'CANCELLED' } })).status).toBe(200)
  }

  async read() {
    const listing = await this.#findListing()
    const nft = t.ctx.db.selectFrom('nfts').select('owned_by').where('id', '=', this.#nftId)
    const money = await Promise.all(this.#members.map(({ id }) => getBalances(t.ctx.db, id)))
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
    const listings = t.ctx.db.selectFrom('listings').selectAll().where('nft_id', '=', this.#nftId)
    return (await listings.orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst()) ?? null
  }

  #expect(command: Command, isAllowed: boolean, answer: { status: number; body: unknown }): void {
    const where = `${JSON.stringify(command)}: ${JSON.stringify(answer.body)}`
    expect(answer.status < 300, where).toBe(isAllowed)
    expect(answer.status, where).toBeLessThan(500)
  }

  async #put(member: Who, body: object) {
    return t.call('PUT', `/api/nfts/${this.#nftId}/`, { token: await this.#token(member), body })
  }

  /** The session goes on, its access token and the second factor of long ago do not. */
  async #token(member: Who): Promise<string> {
    const session = await t.ctx.db
      .updateTable('sessions')
      .set({ second_factor_at: t.clock.now() })
      .where('id', '=', this.#members[member]?.sessionId ?? '')
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    return signAccessToken(t.ctx, session)
  }

  #id = (member: Who): string => this.#members[member]?.id ?? ''
  #who(id: string | null): Who | null {
    const index = this.#members.findIndex((member) => member.id === id)
    return index === -1 ? null : (index as Who)
  }
}
