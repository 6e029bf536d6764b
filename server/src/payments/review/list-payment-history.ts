import type { PaymentEvent } from '@verso/protocol/money/admin-money'
import { formatCents } from '@verso/protocol/usd'
import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { labelOf } from '../../ledger/transfer-kinds.ts'
import { getPayment } from '../records/queries.ts'

type EventRow = { at: Date; source: PaymentEvent['source']; what: string; detail: string | null; cents: number | null }

/**
 * The recorded history of one payment: the provider's events, ledger transfers, chain transactions and decisions.
 * @throws AppError not_found
 */
export async function listPaymentHistory(db: Db, paymentId: string): Promise<PaymentEvent[]> {
  const payment = await getPayment(db, paymentId)
  const { rows } = await sql<EventRow>`
    with sale as (
      select listing_id from payments
      where id = ${paymentId} and listing_id is not null and captured_at is not null and status in ('SUCCESS', 'DISPUTED'))
    select received_at as at, 'provider' as source, type as what, event_id as detail, null::bigint as cents
      from payment_events where payment_id = ${paymentId}
    union all
    select t.created_at, 'ledger', t.kind, null, (select sum(amount_cents) filter (where amount_cents > 0) from ledger_entries where transfer_id = t.id)::bigint
      from ledger_transfers t
      where t.cause_id in (
        select ${paymentId}::uuid
        union all select id from refunds where payment_id = ${paymentId}
        union all select listing_id from sale
        union all select h.id from earnings_holds h join sale on sale.listing_id = h.listing_id)
    union all
    select updated_at, 'refund', 'Refund: ' || status, reason, amount_cents from refunds where payment_id = ${paymentId}
    union all
    select updated_at, 'chain', kind || ': ' || status, error, null from chain_intents where payment_id = ${paymentId}
    union all
    select created_at, 'admin', action, after->>'note', null from audit_log where subject_type = 'payment' and subject_id = ${paymentId}
    order by at`.execute(db)
  const start = {
    at: payment.created_at,
    source: 'payment' as const,
    what: 'Created',
    detail: null,
    cents: payment.amount_cents,
  }
  return [start, ...rows].map(present)
}

const present = ({ at, source, what, detail, cents }: EventRow): PaymentEvent => ({
  at: at.toISOString(),
  source,
  what: source === 'ledger' ? labelOf(what) : what,
  detail: [cents === null ? null : `${formatCents(cents)} USD`, detail].filter(Boolean).join(' · ') || null,
})
