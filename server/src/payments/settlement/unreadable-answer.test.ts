import { afterEach, expect, it, vi } from 'vitest'
import { ZodError } from 'zod'
import { buildAdmin } from '../../../test/build-member.ts'
import { assertBooksAreRight, getPayment, statusOf } from '../../../test/build-listed-nft.ts'
import { buildPaidSale, buildReservation } from '../../../test/build-sale.ts'
import { countCasesTold } from '../../../test/count-cases-told.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { reconcilePaymentsSweep } from './reconcile-payments.ts'

const t = useTestApp()
const DAY_MS = 24 * 3_600_000
afterEach(() => {
  vi.restoreAllMocks()
  return assertBooksAreRight(t)
})

async function reasonOf(id: string): Promise<string | null> {
  const { tokens } = await buildAdmin(t)
  const as = { site: 'admin', token: tokens.access } as const
  return (await t.call('GET', `/api/admin/payments/search/?q=${id}`, as)).body.data[0].reason
}

it('a reservation whose answer cannot be read is kept as long as one whose provider is away', async () => {
  const { listing } = await buildReservation(t)
  vi.spyOn(t.ctx.payments, 'fetchPayment').mockRejectedValue(new ZodError([]))
  const statusAfter = async (minutes: number) => {
    t.clock.advance(minutes * 60_000)
    await reconcilePaymentsSweep.run(t.ctx)
    return statusOf(t, listing)
  }
  expect(await statusAfter(16)).toBe('PAYMENT_PROCESSING')
  // However rarely it is asked for, its last moment is one.
  for (let minute = 17; minute < 60; minute++) await statusAfter(1)
  expect(await statusAfter(2)).toBe('ACTIVE')
})

it('an answer that cannot be read is asked for ever more rarely, and a person is told', async () => {
  vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { buyer, paymentId } = await buildPaidSale(t)
  const fetched = vi.spyOn(t.ctx.payments, 'fetchPayment').mockRejectedValue(new ZodError([]))
  // As after a late event.
  await t.ctx.db.updateTable('payments').set({ due_at: t.clock.now() }).where('id', '=', paymentId).execute()
  for (let minute = 0; minute < 24 * 60; minute += 2) {
    await reconcilePaymentsSweep.run(t.ctx)
    t.clock.advance(120_000)
  }
  expect(fetched.mock.calls.length).toBeLessThan(30)
  expect(await reasonOf(paymentId)).toContain('“unreadable”')
  expect(await countCasesTold(t, paymentId)).toBe(1)
  fetched.mockRestore()
  t.clock.advance(DAY_MS)
  await reconcilePaymentsSweep.run(t.ctx)
  expect(await reasonOf(paymentId)).toBeNull()
  expect((await getPayment(t, buyer, paymentId)).status).toBe('SUCCESS')
})
