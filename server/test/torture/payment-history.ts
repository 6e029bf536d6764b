import type { PaymentStatus } from '@verso/protocol/money/payment-status'
import { inTransaction, type Tx } from '../../src/db/client.ts'
import { createFaults, type Faults } from '../../src/embedded/sandbox/faults.ts'
import { cancelPayment, lookBeforeCancel } from '../../src/payments/checkout/cancel-payment.ts'
import { compareWithProviderSweep } from '../../src/payments/settlement/compare-with-provider.ts'
import { completeSale } from '../../src/payments/sales/complete-sale.ts'
import { failSale } from '../../src/payments/sales/fail-sale.ts'
import { reconcilePaymentsSweep } from '../../src/payments/settlement/reconcile-payments.ts'
import { refundPayment } from '../../src/payments/refunds/refund-payment.ts'
import { settlePaymentJob } from '../../src/payments/settlement/jobs.ts'
import { settlePayment } from '../../src/payments/settlement/settle-payment.ts'
import { handlerOf, runJob } from '../../src/jobs/jobs.ts'
import type { Member } from '../build-member.ts'
import { buy } from '../build-listed-nft.ts'
import type { TestApp } from '../test-app.ts'
import type { Reasons } from './payment-ends.ts'

const MINUTE_MS = 60_000
/** Of each event: repeated one to five times, late (and so out of order), or lost. */
const FAULTS = { duplicate: 0.35, delay: 0.25, drop: 0.15 }

export type Outcome = 'success' | 'failed' | 'pending' | 'canceled'

/** The world outside of the product: the provider, banks and the way of an event. */
export type Outside = {
  /** Histories of purchases in `npm test`, and for each round of the torture. */
  runs: { short: number; perRound: number }
  /** Sets the faults of events from now on. */
  useFaults(faults: Faults): void
  decide(id: string, outcome: Outcome): Promise<unknown>
  /** Less, more, or to another receiver; money that has arrived stays as it is. */
  payWrong(id: string, kind: number): Promise<unknown>
  /** The provider pays back by itself. */
  payBack(id: string): Promise<unknown>
  chargeBack(id: string): Promise<unknown>
  /** A refund that was made, or is on its way, comes to another end. */
  endRefund?(id: string, status: 'succeeded' | 'failed'): Promise<unknown>
  /** Sets the status of refunds from now on. */
  refundsBecome?(status: 'succeeded' | 'pending' | 'failed'): void
  /** The next call that asks for a refund is answered wrongly, or not at all. */
  breakRefund?(kind: number): void
  postEvents(): Promise<void>
  /** An unsigned event: refused, or only a reason for a look-up. */
  forge(id: string): Promise<void>
  /** That the provider's own books say the same. */
  expectAgreement?(payment: { id: string; status: PaymentStatus }): Promise<void>
}

/** The steps of two buyers of one listing, in any order and any number. */
export const STEPS = [
  'reserve',
  'success',
  'failed',
  'pending',
  'canceled',
  'cancel',
  'webhook',
  'wait',
  'reconcile',
  'compare',
  'forge',
  'payWrong',
  'payBack',
  'chargeBack',
  'deliver',
  'fail',
  'refund',
  'refundEnds',
  'refundsBecome',
  'refundBreaks',
] as const
export type Step = (typeof STEPS)[number]

type Scene = { buyer: Member; own: string[]; nft: { id: string }; listing: { id: string }; minutes: number }

/** One history under way: what happens in it, and how it ends. */
export class PaymentHistory {
  readonly #t: TestApp
  readonly #outside: Outside
  /** Why a payment may need a person. */
  readonly reasons: Reasons = new Map()

  constructor(t: TestApp, outside: Outside, seed: number) {
    this.#t = t
    this.#outside = outside
    outside.useFaults(createFaults(seed, FAULTS))
    outside.refundsBecome?.('succeeded')
  }

  async take(what: Step, { buyer, own, nft, listing, minutes }: Scene): Promise<void> {
    const { ctx, clock } = this.#t
    const id = own.at(-1)
    if (what === 'reserve') {
      // A buyer short of credits pays the network fee with it.
      const { status, body } = await buy(this.#t, buyer, nft, { with_fee: minutes % 2 === 0 })
      if (status === 200 && body.data.payment_id !== id) own.push(body.data.payment_id)
    } else if (what === 'wait') clock.advance(Math.min(minutes, 8) * MINUTE_MS)
    else if (what === 'reconcile') {
      clock.advance(minutes * 1_000)
      await reconcilePaymentsSweep.run(ctx)
    } else if (what === 'compare') await compareWithProviderSweep.run(ctx)
    else if (what === 'webhook') await this.#deliverEvents()
    else if (what === 'deliver') await this.#deliver(nft, listing)
    else if (what === 'fail') await this.#inTx((tx) => failSale(ctx, tx, { listingId: listing.id, reason: 'gone' }))
    else if (what === 'refundsBecome')
      this.#outside.refundsBecome?.((['succeeded', 'pending', 'failed'] as const)[minutes % 3] ?? 'succeeded')
    else if (id) await this.#takeOutside(what, id, minutes)
  }

  async #takeOutside(what: Step, id: string, kind: number): Promise<void> {
    const outside = this.#outside
    if (what === 'cancel') await this.#cancel(id)
    else if (what === 'forge') await outside.forge(id)
    else if (what === 'payWrong') await this.#because(id, 'paid wrong', outside.payWrong(id, kind))
    else if (what === 'payBack') await outside.payBack(id)
    else if (what === 'chargeBack') await outside.chargeBack(id)
    else if (what === 'refund') await this.#refund([id])
    else if (what === 'refundEnds') await outside.endRefund?.(id, kind % 2 === 0 ? 'failed' : 'succeeded')
    else if (what === 'refundBreaks') {
      outside.breakRefund?.(kind)
      await this.#refund([id])
    } else if (what === 'success' || what === 'failed' || what === 'pending' || what === 'canceled')
      await outside.decide(id, what)
  }

  async #because(id: string, reason: string, happens: Promise<unknown>): Promise<void> {
    await happens
    this.reasons.set(id, [...(this.reasons.get(id) ?? []), reason])
  }

  readonly #inTx = (work: (tx: Tx) => Promise<unknown>) => inTransaction(this.#t.ctx.db, work)

  /** As the indexer does it. */
  async #deliver(nft: { id: string }, { id: listingId }: { id: string }): Promise<void> {
    const { ctx, clock } = this.#t
    await this.#inTx(async (tx) => {
      if (!(await completeSale(ctx, tx, { listingId, blockNumber: 1, minedAt: clock.now() }))) return
      const sold = tx.selectFrom('listings').select('buyer_id').where('id', '=', listingId)
      const { buyer_id } = await sold.executeTakeFirstOrThrow()
      if (buyer_id) await tx.updateTable('nfts').set({ owned_by: buyer_id }).where('id', '=', nft.id).execute()
    })
  }

  async #cancel(id: string): Promise<void> {
    await lookBeforeCancel(this.#t.ctx, id)
    await this.#inTx((tx) => cancelPayment(this.#t.ctx, tx, id)).catch(() => undefined)
  }

  async #refund(paymentIds: string[]): Promise<void> {
    const { ctx } = this.#t
    if (paymentIds.length === 0) return
    const waiting = ctx.db.selectFrom('refunds').select('id').where('status', '=', 'WAITING')
    for (const { id } of await waiting.where('payment_id', 'in', paymentIds).execute())
      await refundPayment(ctx, id).catch(() => undefined)
  }

  /** All outstanding events of the provider arrive, and the look-ups they ask for are made. */
  async #deliverEvents(): Promise<void> {
    await this.#outside.postEvents()
    const { ctx } = this.#t
    const { boss } = ctx.jobs
    const handler = handlerOf(settlePaymentJob, ({ paymentId }) => settlePayment(ctx, paymentId))
    for (;;) {
      const jobs = await boss.fetch(settlePaymentJob.name, { batchSize: 20 })
      if (jobs.length === 0) return
      for (const job of jobs) {
        await runJob(ctx, handler, job)
        await boss.complete(settlePaymentJob.name, job.id)
      }
    }
  }

  /** Lets hours pass, and everything come to its end; nothing is sent on chain. */
  async settleAll(ids: string[]): Promise<void> {
    const { ctx, clock } = this.#t
    this.#outside.refundsBecome?.('succeeded')
    for (let hour = 0; hour < 3; hour++) {
      clock.advance(31 * MINUTE_MS)
      await this.#deliverEvents()
      for (const id of ids) {
        await this.#outside.endRefund?.(id, 'succeeded')
        await settlePayment(ctx, id)
      }
      clock.advance(10_000)
      await compareWithProviderSweep.run(ctx)
      await this.#reconcileAll()
      await this.#refund(ids)
    }
  }

  /** A sweep takes a batch of what is due, and many histories wait beside this one. */
  async #reconcileAll(): Promise<void> {
    const { ctx, clock } = this.#t
    const due = ctx.db.selectFrom('payments').select('id').where('due_at', '<=', clock.now())
    do await reconcilePaymentsSweep.run(ctx)
    while (await due.executeTakeFirst())
  }

  async expectAgreement(ids: string[]): Promise<void> {
    for (const id of ids) {
      const payments = this.#t.ctx.db.selectFrom('payments').select(['id', 'status']).where('id', '=', id)
      await this.#outside.expectAgreement?.(await payments.executeTakeFirstOrThrow())
    }
  }
}
