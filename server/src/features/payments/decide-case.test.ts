import { afterEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildOffer,
  decide,
  getCredit,
  getPayment,
  reserve,
  topup,
} from '../../../test/build-offer.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { holdCredit } from '../ledger/credit-holds.ts'
import { settlePayment } from './settle-payment.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const act = (admin: Member, id: string, body: object, headers: Record<string, string> = {}) =>
  t.call('PUT', `/api/admin/payments/${id}/`, { site: 'admin', token: admin.tokens.access, body, headers })
const find = async (admin: Member, id: string) =>
  (await t.call('GET', `/api/admin/payments/search/?q=${id}`, { site: 'admin', token: admin.tokens.access })).body
    .data[0]

async function paidTopup(amount = 30) {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const paymentId = await topup(t, member, amount)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  return { member, admin, paymentId }
}

describe('an admin’s refund of a top-up', () => {
  it('takes the credits back at once and pays the money back once, however often it is asked for', async () => {
    const { member, admin, paymentId } = await paidTopup()
    expect((await find(admin, paymentId)).actions).toEqual(['refund'])
    const body = { action: 'refund', note: 'Asked for by mail' }
    const first = await act(admin, paymentId, body, { 'idempotency-key': 'refund-1' })
    expect(first.body.data).toMatchObject({ status: 'REFUND_DUE', actions: [] })
    expect((await act(admin, paymentId, body, { 'idempotency-key': 'refund-1' })).status).toBe(200)
    expect((await act(admin, paymentId, body)).status).toBe(409)
    expect(await getCredit(t, member)).toEqual({ credit: 0, held: 0 })
    await t.runJobs()
    expect(await getPayment(t, member, paymentId)).toMatchObject({ status: 'REFUNDED', note: 'Asked for by mail' })
    const { token, site } = { token: admin.tokens.access, site: 'admin' as const }
    const history = await t.call('GET', `/api/admin/payments/${paymentId}/history/`, { token, site })
    const what = history.body.data.map((event: { source: string; what: string }) => `${event.source}: ${event.what}`)
    for (const one of ['ledger: Top-up taken back', 'ledger: Top-up refunded', 'admin: payment.refund'])
      expect(what.filter((each: string) => each === one)).toHaveLength(1)
    const clearing = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', 'SALES_CLEARING')
    expect(await clearing.executeTakeFirstOrThrow()).toEqual({ balance_cents: 0 })
  })

  it('is refused in plain words when some of the credits are gone', async () => {
    const { member, admin, paymentId } = await paidTopup()
    const causeId = t.ctx.random.id()
    await inTransaction(t.ctx.db, (tx) => holdCredit(t.ctx, tx, { userId: member.id, purpose: 'MINT', causeId }))
    const answer = await act(admin, paymentId, { action: 'refund' })
    expect(answer.status).toBe(409)
    expect(answer.body.errors).toEqual([
      'Only 29.80 of these 30.00 USD are left: the rest was spent or is held, so it cannot be refunded',
    ])
    expect((await getPayment(t, member, paymentId)).status).toBe('SUCCESS')
  })

  it('that the provider refuses becomes a case, which can be settled by hand', async () => {
    const { member, admin, paymentId } = await paidTopup()
    await inSandbox(`update sandbox.payments set refund_outcome = 'failed' where payment_id = $1`, [paymentId])
    await act(admin, paymentId, { action: 'refund' })
    await t.runJobs()
    const open = await find(admin, paymentId)
    expect(open).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    expect(open.reason).toContain('refused')
    expect((await act(admin, paymentId, { action: 'resolve', note: 'SEPA 7' })).status).toBe(200)
    expect((await getPayment(t, member, paymentId)).status).toBe('REFUNDED')
  })

  it('needs a member’s money: a purchase, an unpaid top-up and a member are refused', async () => {
    const { nft } = await buildOffer(t, { onChain: true })
    const [admin, buyer] = [await buildAdmin(t), await buildBuyer(t)]
    const bought = await reserve(t, buyer, nft)
    await decide(t, bought, 'success')
    await t.runJobs()
    expect((await find(admin, bought)).actions).toEqual([])
    expect((await act(admin, bought, { action: 'refund' })).status).toBe(409)
    const unpaid = await topup(t, buyer, 10)
    expect((await act(admin, unpaid, { action: 'refund' })).status).toBe(409)
    expect((await act(buyer, unpaid, { action: 'refund' })).status).toBe(403)
  })
})

describe('a top-up that is charged back', () => {
  it.each([
    ['won', 'chargeback_won', 30, 'SUCCESS'],
    ['lost', 'chargeback_lost', 0, 'DISPUTED'],
  ])('and %s leaves the member what is theirs', async (_name, action, credit, status) => {
    const { member, admin, paymentId } = await paidTopup()
    await inSandbox(`update sandbox.payments set state = 'disputed' where payment_id = $1`, [paymentId])
    await settlePayment(t.ctx, paymentId)
    expect((await find(admin, paymentId)).actions).toEqual(['chargeback_won', 'chargeback_lost'])
    expect((await act(admin, paymentId, { action })).status).toBe(200)
    expect(await getCredit(t, member)).toEqual({ credit, held: 0 })
    expect((await getPayment(t, member, paymentId)).status).toBe(status)
  })
})

it('money of another amount that the bank takes back first is nobody’s loss', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const paymentId = await topup(t, member, 30)
  await decide(t, paymentId, 'pending')
  const pay = `update sandbox.payments set state = 'succeeded', paid_amount_cents = 2900 where payment_id = $1`
  await inSandbox(pay, [paymentId])
  await settlePayment(t.ctx, paymentId)
  expect(await find(admin, paymentId)).toMatchObject({ status: 'NEEDS_REVIEW', captured: 29 })
  const losses = async () => (await sumOf('PLATFORM_LOSSES')) + (await sumOf('SALES_CLEARING'))
  const before = await losses()
  await inSandbox(`update sandbox.payments set state = 'disputed' where payment_id = $1`, [paymentId])
  await settlePayment(t.ctx, paymentId)
  await t.runJobs()
  expect((await getPayment(t, member, paymentId)).status).toBe('REFUNDED')
  expect(await losses()).toBe(before - 2_900)
})

async function sumOf(kind: 'PLATFORM_LOSSES' | 'SALES_CLEARING'): Promise<number> {
  const account = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', kind)
  return (await account.executeTakeFirst())?.balance_cents ?? 0
}

/** Writes into the sandbox's own store what its test cards do. */
async function inSandbox(sql: string, values: unknown[]): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  await client.query(sql, values)
  await client.end()
}
