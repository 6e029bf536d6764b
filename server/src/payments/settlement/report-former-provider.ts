import type { Context } from '../../context.ts'
import type { PaymentRow } from '../records/payment-row.ts'

/** Of a payment that ends while its page is at a provider that is not asked any more: only a person can find what is paid there. */
export function reportFormerProvider(ctx: Context, { id, provider, provider_ref, session }: PaymentRow): void {
  if (session === null || provider === ctx.payments.name) return
  const details = { payment_id: id, provider, provider_ref }
  ctx.log.error(details, 'a payment ended unseen: look at its former provider')
}
