import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import {
  assertBooksAreRight,
  buildBuyer,
  buildListedNft,
  decide,
  getCredit,
  getPayment,
  reserve,
  topup,
} from '../../../test/build-listed-nft.ts'
import { inSandbox } from '../../../test/in-sandbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import type { LedgerAccountKind } from '../../ledger/account-ref.ts'
import { holdCredit } from '../../ledger/credit-holds.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

const t = useTestApp()
afterEach(async () => {
  vi.restoreAllMocks()
  await assertBooksAreRight(t)
})

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
    // The admin's note is for the audit log and never for the member.
    expect(await getPayment(t, member, paymentId)).toMatchObject({
      status: 'REFUNDED',
      note: 'Your top-up was paid back.',
    })
    const mails = await t.ctx.db.selectFrom('messages').selectAll().where('recipient', '=', member.email).execute()
    expect(JSON.stringify(mails)).toContain('Your top-up was paid back.')
    expect(JSON.stringify(mails)).not.toContain('Asked for by mail')
    const { token, site } = { token: admin.tokens.access, site: 'admin' as const }
    const history = await t.call('GET', `/api/admin/payments/${paymentId}/history/`, { token, site })
    const what = history.body.data.map((event: { source: string; what: string }) => `${event.source}: ${event.what}`)
    for (const one of ['ledger: Top-up taken back', 'ledger: Top-up refunded', 'admin: payment.refund'])
      expect(what.filter((each: string) => each === one)).toHaveLength(1)
    const clearing = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', 'SALES_CLEARING')
    expect(await clearing.executeTakeFirstOrThrow()).toEqual({ balance_cents: 0 })
    expect(history.body.data).toContainEqual(
      expect.objectContaining({ what: 'payment.refund', detail: 'Asked for by mail' }),
    )
  })

  it('goes to the provider that took the money, and is made by hand when another one has taken its place', async () => {
    const { admin, paymentId } = await paidTopup()
    const former = (provider: 'sandbox' | 'wert') =>
      t.ctx.db.updateTable('payments').set({ provider }).where('id', '=', paymentId).execute()
    await act(admin, paymentId, { action: 'refund' })
    await former('wert')
    await t.runJobs()
    const open = await find(admin, paymentId)
    expect(open).toMatchObject({ status: 'REFUND_DUE', actions: ['resolve'] })
    expect(open.reason).toContain('by hand')
    const { rows } = await inSandbox(t, 'select * from sandbox.refunds where payment_id = $1', [paymentId])
    expect(rows).toEqual([])
    expect((await act(admin, paymentId, { action: 'retry' })).status).toBe(409)
    expect((await act(admin, paymentId, { action: 'resolve' })).status).toBe(200)

    const other = await paidTopup()
    await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', other.paymentId).execute()
    await act(other.admin, other.paymentId, { action: 'refund' })
    expect(await find(other.admin, other.paymentId)).toMatchObject({ status: 'REFUND_DUE', actions: ['resolve'] })
  })

  it('that was on its way when the provider changed is looked for there first, so that no one is refunded twice', async () => {
    const { admin, paymentId } = await paidTopup()
    const refund = vi.spyOn(t.ctx.payments, 'refund').mockResolvedValue({ providerRef: 'r1', state: 'pending' })
    await act(admin, paymentId, { action: 'refund' })
    await t.runJobs()
    expect(await find(admin, paymentId)).toMatchObject({ reason: null, actions: [] })
    const asked = refund.mock.calls.length
    await t.ctx.db.updateTable('payments').set({ provider: 'wert' }).where('id', '=', paymentId).execute()
    t.clock.advance(60_000)
    await t.runJobs()
    const open = await find(admin, paymentId)
    expect(open).toMatchObject({ status: 'REFUND_DUE', actions: ['resolve'] })
    expect(open.reason).toMatch(/^A refund was asked for at wert: look there first\./)
    expect(refund).toHaveBeenCalledTimes(asked)
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
    await inSandbox(t, `update sandbox.payments set refund_outcome = 'failed' where payment_id = $1`, [paymentId])
    await act(admin, paymentId, { action: 'refund' })
    await t.runJobs()
    const open = await find(admin, paymentId)
    expect(open).toMatchObject({ status: 'REFUND_DUE', actions: ['retry', 'resolve'] })
    expect(open.reason).toContain('refused')
    expect((await act(admin, paymentId, { action: 'resolve', note: 'SEPA 7' })).status).toBe(200)
    expect((await getPayment(t, member, paymentId)).status).toBe('REFUNDED')
  })

  it('needs a member’s money: a purchase, an unpaid top-up and a member are refused', async () => {
    const { nft } = await buildListedNft(t, { onChain: true })
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
    await inSandbox(t, `update sandbox.payments set state = 'disputed' where payment_id = $1`, [paymentId])
    await settlePayment(t.ctx, paymentId)
    expect((await find(admin, paymentId)).actions).toEqual(['chargeback_won', 'chargeback_lost'])
    expect((await act(admin, paymentId, { action })).status).toBe(200)
    expect(await getCredit(t, member)).toEqual({ credit, held: 0 })
    expect((await getPayment(t, member, paymentId)).status).toBe(status)
  })
})

it('money of another amount that the bank takes back first is no loss', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const paymentId = await topup(t, member, 30)
  await decide(t, paymentId, 'pending')
  const pay = `update sandbox.payments set state = 'succeeded', paid_amount_cents = 2900 where payment_id = $1`
  await inSandbox(t, pay, [paymentId])
  await settlePayment(t.ctx, paymentId)
  expect(await find(admin, paymentId)).toMatchObject({ status: 'NEEDS_REVIEW', captured: 29 })
  const before = await readSums()
  await inSandbox(t, `update sandbox.payments set state = 'disputed' where payment_id = $1`, [paymentId])
  await settlePayment(t.ctx, paymentId)
  await t.runJobs()
  expect((await getPayment(t, member, paymentId)).status).toBe('REFUNDED')
  const { losses, undelivered, atProvider } = await readSums()
  expect(losses).toBe(before.losses)
  expect(undelivered).toBe(before.undelivered - 2_900)
  expect(atProvider).toBe(before.atProvider + 2_900)
})

async function readSums() {
  const [losses, undelivered, atProvider] = await Promise.all(
    (['PLATFORM_LOSSES', 'SALES_CLEARING', 'PROVIDER_CLEARING'] as const).map(sumOf),
  )
  return { losses: losses ?? 0, undelivered: undelivered ?? 0, atProvider: atProvider ?? 0 }
}

async function sumOf(kind: LedgerAccountKind): Promise<number> {
  const account = t.ctx.db.selectFrom('ledger_accounts').select('balance_cents').where('kind', '=', kind)
  return (await account.executeTakeFirst())?.balance_cents ?? 0
}
