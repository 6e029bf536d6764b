import { formatCents } from '@verso/protocol/money'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import type { ProviderChange, ProviderPayment } from '../../gateways/payments/provider.ts'
import { restoreListing } from '../../catalogue/listings/restore-listing.ts'
import { ensureUnknownMember } from '../../identity/members/unknown-member.ts'
import { captureMoney, UNDELIVERED } from '../records/capture-money.ts'
import { isOfThisSite, type PaymentMetadata, paymentMetadata } from '../records/payment-metadata.ts'
import { recordNeedsReview, findPayment, type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { findMismatch } from './apply-provider-state.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Restores a payment that the provider knows and the books, restored from a backup, do not. It continues as late money;
 * where too little is known for that, it becomes a review case with the provider's reference and the amount. The payment's
 * id makes a repeat do nothing.
 */
export async function recoverPayment(ctx: Context, change: ProviderChange): Promise<void> {
  const observed = await ctx.payments.fetchPayment(change.paymentId ?? '', change.providerRef)
  if (!observed || !z.uuid().safeParse(observed.paymentId).success) return
  if (!isOfThisSite(ctx, observed.metadata)) return
  const { paymentId } = observed
  const isLost = await inTransaction(ctx.db, async (tx) => {
    // Known, but its session was opened after the backup: then only the provider names it.
    if (await findPayment(tx, paymentId)) return false
    const known = paymentMetadata.safeParse(observed.metadata)
    if (known.success && (await insertLost(ctx, tx, observed, known.data))) return true
    // A payment that has been refunded since is no longer owed.
    if (observed.state === 'refunded') return false
    await openReviewCase(ctx, tx, observed, known.data)
    ctx.failpoints.reach('recover-payment.before-commit')
    return true
  })
  const { providerRef: provider_ref, amountCents: amount_cents } = observed
  if (isLost)
    ctx.log.error({ payment_id: paymentId, provider_ref, amount_cents }, 'a payment that the books had lost was found')
  await settlePayment(ctx, paymentId)
}

const row = (ctx: Context, { paymentId, providerRef }: ProviderPayment) => ({
  id: paymentId,
  provider: ctx.payments.name,
  provider_ref: providerRef,
  commodity: ctx.payments.commodity,
  receiver: ctx.payments.receiver,
  expires_at: ctx.clock.now(),
  updated_at: ctx.clock.now(),
})

/** @returns false when its member or its NFT is not in the books either */
async function insertLost(ctx: Context, tx: Tx, observed: ProviderPayment, known: PaymentMetadata): Promise<boolean> {
  if (!(await isMember(tx, known.user_id))) return false
  if (known.kind === 'PURCHASE' && !(await restoreListing(ctx, tx, known))) return false
  const { user_id, kind, amount_cents } = known
  const sale = known.kind === 'PURCHASE' ? saleOf(known) : {}
  await tx
    .insertInto('payments')
    .values({
      ...row(ctx, observed),
      ...sale,
      user_id,
      kind,
      amount_cents,
      // Its reservation has ended: the sale is completed if that same listing is free, else the money is refunded.
      status: 'EXPIRED',
      due_at: ctx.clock.now(),
      created_at: new Date(known.created_at),
    })
    .execute()
  return true
}

const saleOf = ({ nft_id, listing_id, network_fee_cents }: PaymentMetadata & { kind: 'PURCHASE' }) => ({
  nft_id,
  listing_id,
  network_fee_cents,
})

const isMember = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function openReviewCase(
  ctx: Context,
  tx: Tx,
  observed: ProviderPayment,
  known: PaymentMetadata | undefined,
): Promise<void> {
  const { amountCents, providerRef } = observed
  const userId = known && (await isMember(tx, known.user_id)) ? known.user_id : await ensureUnknownMember(ctx, tx)
  const payment: PaymentRow = await tx
    .insertInto('payments')
    .values({
      ...row(ctx, observed),
      user_id: userId,
      kind: 'TOPUP',
      amount_cents: amountCents,
      status: 'NEEDS_REVIEW',
      review_reason: reasonOf(observed, known),
      due_at: null,
      created_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordNeedsReview(ctx, tx, payment)
  const wrong = findMismatch({ payment, observed })
  if (wrong)
    return void (await updatePayment(ctx, tx, payment.id, { review_reason: `${wrong.reason} Settle it by hand.` }))
  if (observed.state !== 'succeeded') return
  const isBooked = await captureMoney(ctx, tx, { payment, observed, to: UNDELIVERED })
  if (isBooked) await updatePayment(ctx, tx, payment.id, { captured_at: ctx.clock.now(), provider_ref: providerRef })
}

function reasonOf({ providerRef, amountCents, state }: ProviderPayment, known: PaymentMetadata | undefined): string {
  const nft = known?.kind === 'PURCHASE' ? ` for the NFT ${known.nft_id}` : ''
  const whose = known ? `, by the member ${known.user_id}${nft}` : ''
  const what = state === 'disputed' ? 'disputed by the bank' : 'refund it, or settle it by hand'
  return `${formatCents(amountCents)} USD came in as ${providerRef}${whose}, and the books know nothing of it: ${what}.`
}
