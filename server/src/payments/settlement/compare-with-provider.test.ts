import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { assertBooksAreRight, decide, getPayment, topup } from '../../../test/build-listed-nft.ts'
import { inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { compareWithProviderSweep } from './compare-with-provider.ts'
import { settlePayment } from './settle-payment.ts'

const t = useTestApp()
const HOUR_MS = 3_600_000
let member: Member
beforeEach(async () => void (member = await buildMember(t)))
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

const compare = () => compareWithProviderSweep.run(t.ctx)
const isDue = async (id: string) =>
  (await t.ctx.db.selectFrom('payments').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()).due_at !==
  null
const statusOf = async (id: string) => (await getPayment(t, member, id)).status

async function paid(): Promise<string> {
  const paymentId = await topup(t, member, 20)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  expect(await statusOf(paymentId)).toBe('SUCCESS')
  return paymentId
}
/** Changes a payment at the provider, of which no event ever reaches us. */
const atProvider = (paymentId: string, state: string) =>
  inSandbox(t, 'update sandbox.payments set state = $2, updated_at = $3 where payment_id = $1', [
    paymentId,
    state,
    t.clock.now(),
  ])

describe('what changed at the provider while no event reached us', () => {
  it.each([
    ['charged back', 'disputed'],
    ['paid back there', 'refunded'],
  ])('is found after hours of absence: %s', async (_name, state) => {
    const paymentId = await paid()
    await compare()
    await atProvider(paymentId, state)
    t.clock.advance(3 * HOUR_MS)
    await compare()
    await t.runJobs()
    expect(await statusOf(paymentId)).toBe('DISPUTED')
    await compare()
    expect(await isDue(paymentId)).toBe(false)
  })

  it('is listed from where the last comparison ended, and from there again when that one failed', async () => {
    await compare()
    const last = t.clock.now()
    const list = vi.spyOn(t.ctx.payments, 'listChanges')
    t.clock.advance(3 * HOUR_MS)
    list.mockRejectedValueOnce(new Error('no answer'))
    await expect(compare()).rejects.toThrow('no answer')
    await compare()
    for (const [since] of list.mock.calls) {
      expect(since.getTime()).toBeLessThan(last.getTime())
      expect(since.getTime()).toBeGreaterThan(last.getTime() - HOUR_MS)
    }
    await compare()
    expect(list.mock.lastCall?.[0].getTime()).toBeGreaterThan(last.getTime())
  })

  it('is found by the provider’s own id too, and more than fits on one page is all read', async () => {
    const paymentId = await paid()
    const payment = await t.ctx.payments.fetchPayment(paymentId, null)
    const change = { paymentId: null, providerRef: payment?.providerRef ?? '', state: 'disputed' } as const
    vi.spyOn(t.ctx.payments, 'listChanges').mockResolvedValueOnce([change])
    await compare()
    expect(await isDue(paymentId)).toBe(true)
    await settlePayment(t.ctx, paymentId)

    const now = t.clock.now()
    await inSandbox(
      t,
      `insert into sandbox.payments (payment_id, order_id, amount_cents, currency, purpose, commodity, receiver, expires_at, created_at, updated_at)
       select id, 'page_' || id, 100, 'USD', '', '', '', $1, $1, $1 from (select gen_random_uuid() as id from generate_series(1, 1001)) many`,
      [now],
    )
    const listed = await t.ctx.payments.listChanges(now)
    expect(new Set(listed.map((one) => one.paymentId)).size).toBeGreaterThanOrEqual(1_001)
  })
})

it('a second success is looked up, also while the first waits for a person; the first is known', async () => {
  const paymentId = await topup(t, member, 20)
  await decide(t, paymentId, 'pending')
  const pay = `update sandbox.payments set state = 'succeeded', paid_amount_cents = 1900 where payment_id = $1`
  await inSandbox(t, pay, [paymentId])
  await settlePayment(t.ctx, paymentId)
  expect(await statusOf(paymentId)).toBe('NEEDS_REVIEW')
  const known = await t.ctx.payments.fetchPayment(paymentId, null)
  const listChanges = vi.spyOn(t.ctx.payments, 'listChanges')
  for (const [providerRef, expected] of [
    [known?.providerRef ?? '', false],
    ['second', true],
  ] as const) {
    listChanges.mockResolvedValueOnce([{ paymentId, providerRef, state: 'succeeded' }])
    await compare()
    expect(await isDue(paymentId)).toBe(expected)
  }
})

it('what was paid twice under one payment is a case with both ids, once', async () => {
  const paymentId = await paid()
  const observed = await t.ctx.payments.fetchPayment(paymentId, null)
  if (!observed) throw new Error('the sandbox has lost a payment')
  const fetchPayment = vi.spyOn(t.ctx.payments, 'fetchPayment')
  fetchPayment.mockResolvedValue({ ...observed, alsoPaidAs: ['second-order'] })
  await settlePayment(t.ctx, paymentId)
  const admin = await buildMember(t, { isAdmin: true })
  const call = { site: 'admin' as const, token: admin.tokens.access }
  const { body } = await t.call('GET', `/api/admin/payments/search/?q=${paymentId}`, call)
  expect(body.data[0]).toMatchObject({ status: 'SUCCESS', actions: ['resolve'] })
  expect(body.data[0].reason).toContain(`${observed.providerRef} and second-order`)
  await t.call('PUT', `/api/admin/payments/${paymentId}/`, { ...call, body: { action: 'resolve' } })
  await settlePayment(t.ctx, paymentId)
  const cases = await t.call('GET', '/api/admin/payments/', call)
  expect(cases.body.data.map((each: { id: string }) => each.id)).not.toContain(paymentId)
  expect(await statusOf(paymentId)).toBe('SUCCESS')
})

it('nothing is compared after a restore before the chains are read', async () => {
  const restored = { backupId: 'b', madeAt: 0, restoredAt: 0, notice: 'n', buyingStoppedBefore: null, heads: null }
  const value = JSON.stringify({ ...restored, comparedAt: null, payoutsEnteredAt: null })
  await t.ctx.db.insertInto('settings').values({ key: 'restored', value, updated_at: t.clock.now() }).execute()
  const listed = vi.spyOn(t.ctx.payments, 'listChanges')
  await compare()
  expect(listed).not.toHaveBeenCalled()
  await t.ctx.db.deleteFrom('settings').where('key', '=', 'restored').execute()
  await compare()
  expect(listed).toHaveBeenCalledOnce()
})
