import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { ProviderPayment } from '../../gateways/payments/provider.ts'
import type { AccountRef } from '../../ledger/account-ref.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { PaymentRow } from './payment-row.ts'

/** Captured money that is neither delivered nor refunded yet. */
export const UNDELIVERED: AccountRef = { kind: 'SALES_CLEARING' }

/**
 * Books money that is at the provider, once (docs/invariants.md I3): a top-up into the member's credits, everything else as undelivered.
 * @returns false when this success was booked for another payment before
 */
export async function captureMoney(
  ctx: Context,
  tx: Tx,
  { payment, observed, to }: { payment: PaymentRow; observed: ProviderPayment; to: AccountRef },
): Promise<boolean> {
  const cause = { type: 'payment', id: payment.id }
  const { isNew } = await postTransfer(ctx, tx, {
    kind: captureOf(payment),
    cause,
    provider: payment.provider,
    providerRef: observed.providerRef,
    entries: [
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -observed.amountCents },
      { account: to, amountCents: observed.amountCents },
    ],
  })
  if (!isNew) return false
  if (observed.feeCents > 0) {
    await postTransfer(ctx, tx, {
      kind: 'PROVIDER_FEE',
      cause,
      entries: [
        { account: { kind: 'PROVIDER_FEES' }, amountCents: -observed.feeCents },
        { account: { kind: 'PROVIDER_CLEARING' }, amountCents: observed.feeCents },
      ],
    })
  }
  return true
}

/** Whether this payment, or this success at the provider, was booked before: `captureMoney` would book nothing. */
export async function isCaptured(
  tx: Tx,
  { payment, observed }: { payment: PaymentRow; observed: ProviderPayment },
): Promise<boolean> {
  const booked = await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where((where) =>
      where.or([
        where.and([
          where('cause_type', '=', 'payment'),
          where('cause_id', '=', payment.id),
          where('kind', '=', captureOf(payment)),
        ]),
        where.and([where('provider', '=', payment.provider), where('provider_ref', '=', observed.providerRef)]),
      ]),
    )
    .executeTakeFirst()
  return booked !== undefined
}

const captureOf = ({ kind }: PaymentRow) => (kind === 'TOPUP' ? 'TOPUP_CAPTURED' : 'PURCHASE_CAPTURED')

/** The amount that was booked at the capture, also when it was a wrong one. */
export async function getCapturedCents(db: Db | Tx, paymentId: string): Promise<number> {
  return (await getCapturedCentsOf(db, [paymentId])).get(paymentId) ?? 0
}

export async function getCapturedCentsOf(db: Db | Tx, paymentIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_entries', 'ledger_entries.transfer_id', 'ledger_transfers.id')
    .select(['ledger_transfers.cause_id', 'ledger_entries.amount_cents'])
    .where('ledger_transfers.cause_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .where('ledger_transfers.cause_type', '=', 'payment')
    .where('ledger_transfers.kind', 'in', ['PURCHASE_CAPTURED', 'TOPUP_CAPTURED'])
    .where('ledger_entries.amount_cents', '>', 0)
    .execute()
  return new Map(rows.map((row) => [row.cause_id, row.amount_cents]))
}
