import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import { getCapturedCents } from '../records/capture-money.ts'
import { priceCentsOf } from '../records/network-fee.ts'
import type { PaymentRow } from '../records/payment-row.ts'

export type Taken = { takenCents: number; paidCents: number }

/** What the bank has taken of what was paid: all of it, unless the provider says less. */
export async function readTaken(tx: Tx, payment: PaymentRow, disputedCents: number | undefined): Promise<Taken> {
  // One that was paid and refunded before anything was booked has no capture.
  const paidCents = (await getCapturedCents(tx, payment.id)) || payment.amount_cents
  return { takenCents: Math.min(disputedCents || paidCents, paidCents), paidCents }
}

/**
 * The bank has the money: the platform bears it until the dispute is decided. What was taken beyond the price, a network fee that was
 * paid with it, is taken from the buyer's credits, as far as they have any.
 * @returns false when this chargeback is booked already: one that we have won stays "disputed" at some providers
 */
export async function bookChargeback(
  ctx: Context,
  tx: Tx,
  { payment, takenCents }: { payment: PaymentRow; takenCents: number },
): Promise<boolean> {
  const { id, user_id: userId, network_fee_cents } = payment
  const { creditCents } = await getBalances(tx, userId)
  const feeCents = Math.min(network_fee_cents, Math.max(0, takenCents - priceCentsOf(payment)))
  const fromCreditCents = Math.min(creditCents, feeCents)
  const { isNew } = await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK',
    cause: { type: 'payment', id },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: fromCreditCents - takenCents },
      { account: { kind: 'CREDIT', userId }, amountCents: -fromCreditCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: takenCents },
    ],
  })
  return isNew
}

/** The money is back, or counts as the refund that was due: every entry of the chargeback is reversed. */
export async function reverseChargeback(
  ctx: Context,
  tx: Tx,
  { id }: PaymentRow,
  kind: 'CHARGEBACK_WON' | 'CHARGEBACK_UNDONE',
): Promise<void> {
  const booked = await listBooked(tx, { type: 'payment', id })
  if (booked.length === 0) return
  await postTransfer(ctx, tx, {
    kind,
    cause: { type: 'payment', id },
    entries: booked.map(({ kind: account, user_id, amount_cents }) => ({
      account: { kind: account, ...(user_id && { userId: user_id }) },
      amountCents: -amount_cents,
    })),
  })
}

/** What the bank has taken, as it was booked. */
export async function getBookedCents(tx: Tx, cause: { type: string; id: string }): Promise<number> {
  const booked = await listBooked(tx, cause)
  return booked.find(({ kind }) => kind === 'PROVIDER_CLEARING')?.amount_cents ?? 0
}

/** Of what the bank has taken the part that was paid for the NFT. */
export const getLostPriceCents = async (tx: Tx, payment: PaymentRow): Promise<number> =>
  Math.min(priceCentsOf(payment), await getBookedCents(tx, { type: 'payment', id: payment.id }))

const listBooked = (tx: Tx, cause: { type: string; id: string }) =>
  tx
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_entries', 'ledger_entries.transfer_id', 'ledger_transfers.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['ledger_accounts.kind', 'ledger_accounts.user_id', 'ledger_entries.amount_cents'])
    .where('ledger_transfers.kind', '=', 'CHARGEBACK')
    .where('ledger_transfers.cause_type', '=', cause.type)
    .where('ledger_transfers.cause_id', '=', cause.id)
    .execute()
