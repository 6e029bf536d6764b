import type { Context } from '../../context.ts'
import { conflict, notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { createSession, openSession } from './open-session.ts'
import { findPayment, isLive } from '../records/payment-row.ts'

/** Makes the sandbox decide, through the same signed webhook as its page (docs/rules.md R107). */
export function devPaymentRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/dev/payments/{payment_id}/', async (request) => {
    const { payment_id: paymentId } = request.params
    const { outcome } = request.body
    if (!ctx.payments.decide) throw conflict('Only the sandbox provider can be told what to decide')
    const payment = await findPayment(ctx.db, paymentId)
    if (!payment) throw notFound('Payment not found')
    const isOpen = isLive(payment.status) && (!payment.expires_at || payment.expires_at > ctx.clock.now())
    // A closed payment may still be paid late at the provider, even if its page was never opened.
    if (isOpen) await openSession(ctx, payment)
    else await createSession(ctx, payment)
    await ctx.payments.decide(paymentId, outcome)
    return { data: { payment_id: paymentId, outcome } }
  })
}
