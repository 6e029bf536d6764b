import type { AdminPayment } from '@verso/protocol/admin-money'
import { centsToUsd } from '@verso/protocol/money'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { getCapturedCents } from './capture-money.ts'
import { actionsFor } from './decide-case.ts'
import { presentPayment } from './present-payment.ts'
import type { PaymentDetails } from './queries.ts'

/** A payment as admins see it: whose it is, what is known, and what can be done. */
export async function presentCase(ctx: Context, details: PaymentDetails, urls: Urls): Promise<AdminPayment> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'display_name', 'first_name'])
    .where('id', '=', details.user_id)
    .executeTakeFirstOrThrow()
  return {
    ...presentPayment(ctx, details, urls),
    user: { id: user.id, email: user.email, display_name: user.display_name ?? user.first_name ?? 'Member' },
    reason: details.review_reason,
    provider: details.provider,
    provider_ref: details.provider_ref,
    captured: details.captured_at && centsToUsd(await getCapturedCents(ctx.db, details.id)),
    updated_at: details.updated_at.toISOString(),
    actions: actionsFor(details, ctx.payments.canRefund),
  }
}
