import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import type { TransferKind } from '../../ledger/transfer-kinds.ts'
import type { PaymentRow } from '../records/payment-row.ts'

/**
 * The bank has the money: the platform bears the price until the dispute is decided. A network fee that was paid with it is taken from
 * the buyer's credits, as far as they have any.
 * @returns false when this chargeback is booked already: one that we have won stays "disputed" at some providers
 */
export async function bookChargeback(ctx: Context, tx: Tx, payment: PaymentRow): Promise<boolean> {
  const { creditCents } = await getBalances(tx, payment.user_id)
  const fromCreditCents = Math.min(creditCents, payment.network_fee_cents)
  return book(ctx, tx, payment, { kind: 'CHARGEBACK', fromCreditCents, sign: 1 })
}

/** The money is back, or counts as the refund that was due: every entry of the chargeback is reversed. */
export async function reverseChargeback(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  kind: 'CHARGEBACK_WON' | 'CHARGEBACK_UNDONE',
): Promise<void> {
  await book(ctx, tx, payment, { kind, fromCreditCents: await getTakenCredit(tx, payment), sign: -1 })
}

type Booking = { kind: TransferKind; fromCreditCents: number; sign: 1 | -1 }

async function book(ctx: Context, tx: Tx, payment: PaymentRow, booking: Booking): Promise<boolean> {
  const { id, user_id: userId, amount_cents: amountCents } = payment
  const { kind, fromCreditCents, sign } = booking
  const { isNew } = await postTransfer(ctx, tx, {
    kind,
    cause: { type: 'payment', id },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: sign * (fromCreditCents - amountCents) },
      { account: { kind: 'CREDIT', userId }, amountCents: -sign * fromCreditCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: sign * amountCents },
    ],
  })
  return isNew
}

async function getTakenCredit(tx: Tx, { id }: PaymentRow): Promise<number> {
  const taken = await tx
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_entries', 'ledger_entries.transfer_id', 'ledger_transfers.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('ledger_entries.amount_cents')
    .where('ledger_transfers.kind', '=', 'CHARGEBACK')
    .where('ledger_transfers.cause_type', '=', 'payment')
    .where('ledger_transfers.cause_id', '=', id)
    .where('ledger_accounts.kind', '=', 'CREDIT')
    .executeTakeFirst()
  return taken ? -taken.amount_cents : 0
}
