import { describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { deliver } from '../../../test/build-resale.ts'
import { useStripeSales } from '../../../test/providers/stripe-sales.ts'
import { inTransaction } from '../../db/client.ts'
import { reportPaidTwice } from '../settlement/report-paid-twice.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const { app, t, look, work, isOpen, paid, failed, sumOf } = useStripeSales()

/** Decides what a page shows that was loaded when this was its reason. */
async function actOn(id: string, action: string, shown_reason: string | null) {
  const { tokens } = await buildAdmin(t)
  const body = { action, shown_reason }
  return (await t.call('PUT', `/api/admin/payments/${id}/`, { site: 'admin', token: tokens.access, body })).status
}

describe('a decision about what is no longer shown', () => {
  it('leaves a second dispute open that came by itself meanwhile', async () => {
    const sale = await paid()
    await deliver(t, sale)
    app.stripe.account.dispute(sale.id, { amountCents: 1_000 })
    await work()
    const { reason } = await look(sale.id)
    const [first] = app.stripe.account.disputes.slice(-1)
    app.stripe.account.disputes.push({ ...(first as NonNullable<typeof first>), id: 'dp_more', amount: 1_500 })
    await settlePayment(t.ctx, sale.id)
    const lossCents = await sumOf('PLATFORM_LOSSES')
    expect(await actOn(sale.id, 'chargeback_won', reason)).toBe(409)
    expect([await isOpen(sale.id), await sumOf('PLATFORM_LOSSES')]).toEqual([true, lossCents])
    expect(await actOn(sale.id, 'chargeback_won', (await look(sale.id)).reason)).toBe(200)
  })

  it('settles no second payment that the operator has not seen', async () => {
    Object.assign(app.stripe.account, { refundStatus: 'failed' })
    const { id } = await failed()
    await work()
    const { reason, provider_ref: providerRef } = await look(id)
    expect(reason).not.toBeNull()
    const again = { paymentId: id, providerRef, alsoPaidAs: ['pi_again'] } as Parameters<typeof reportPaidTwice>[2]
    await inTransaction(t.ctx.db, (tx) => reportPaidTwice(t.ctx, tx, again))
    expect(await actOn(id, 'resolve', reason)).toBe(409)
    expect((await look(id)).reason).toBe(
      `Paid more than once: ${providerRef} and pi_again. Pay all but the first back by hand, then settle this case. ${reason}`,
    )
    expect(await actOn(id, 'resolve', (await look(id)).reason)).toBe(200)
    expect((await look(id)).reason).toBe(reason)
  })
})
