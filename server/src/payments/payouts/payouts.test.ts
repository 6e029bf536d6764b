import { afterEach, describe, expect, it } from 'vitest'
import { BANK } from '../../../test/bank-details.ts'
import { assertBooksAreRight } from '../../../test/build-listed-nft.ts'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { giveEarnings } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { encodeCursor } from '../../http/page.ts'

const t = useTestApp()
afterEach(() => assertBooksAreRight(t))

const request = (member: Member, amount: unknown, headers?: Record<string, string>) =>
  t.call('POST', '/api/payouts/', { token: member.tokens.access, body: { amount }, ...(headers && { headers }) })
const addBank = (member: Member, changes: object = {}) =>
  t.call('POST', '/api/accounts/fiats/', { token: member.tokens.access, body: { ...BANK, ...changes } })
const earningsOf = async (member: Member) =>
  (await t.call('GET', '/api/accounts/earnings/', { token: member.tokens.access })).body.data
const decide = (admin: Member, id: string, body: object) =>
  t.call('PUT', `/api/admin/payouts/${id}/`, { token: admin.tokens.access, site: 'admin', body })

async function seller(amountCents = 10_000) {
  const member = await buildMember(t)
  await giveEarnings(t, { userId: member.id, amountCents })
  return member
}

describe('a payout', () => {
  it('holds the amount at once, is approved and paid with a reference', async () => {
    const [member, admin] = [await seller(), await buildAdmin(t)]
    await addBank(member)
    const { body } = await request(member, 40.5)
    expect(body.data).toMatchObject({ amount: 40.5, status: 'REQUESTED', reason: null })
    expect(await earningsOf(member)).toEqual({ balance: 59.5, held: 0 })
    expect((await decide(admin, body.data.id, { status: 'APPROVED' })).body.data.status).toBe('APPROVED')
    expect((await decide(admin, body.data.id, { status: 'PAID' })).body.errors[0]).toEqual({ reference: ['Required'] })
    expect((await decide(admin, body.data.id, { status: 'PAID', reference: 'TX-1' })).body.data.status).toBe('PAID')
    expect((await decide(admin, body.data.id, { status: 'PAID', reference: 'TX-1' })).status).toBe(200)
    expect((await decide(admin, body.data.id, { status: 'PAID', reference: 'TX-2' })).status).toBe(409)
    const list = await t.call('GET', '/api/payouts/', { token: member.tokens.access })
    expect(list.body.data).toMatchObject([{ id: body.data.id, status: 'PAID' }])
    expect(await earningsOf(member)).toEqual({ balance: 59.5, held: 0 })
    await t.runJobs()
    const mails = await t.ctx.db
      .selectFrom('messages')
      .select('subject')
      .where('recipient', '=', member.email)
      .orderBy('created_at')
      .execute()
    expect(mails.map((mail) => mail.subject)).toEqual([
      'Your bank details were changed',
      'Your payout request',
      'Your payout was approved',
      'Your payout was sent',
    ])
  })

  it('without bank details is accepted, says so, and cannot be approved before', async () => {
    const [member, admin] = [await seller(), await buildAdmin(t)]
    const { body } = await request(member, 10)
    expect(body.data.reason).toBe('bank details needed')
    expect((await decide(admin, body.data.id, { status: 'APPROVED' })).body.errors).toEqual(['Bank details needed'])
    await addBank(member)
    expect((await decide(admin, body.data.id, { status: 'APPROVED' })).status).toBe(200)
  })

  it('goes to the account it was requested with: the one chosen, else the one added last', async () => {
    const [member, stranger] = [await seller(), await seller()]
    const [first, foreign] = [(await addBank(member)).body.data, (await addBank(stranger)).body.data]
    t.clock.advance(1_000)
    const last = (await addBank(member, { account_number: 'DE89370400440532013000', country: 'DE' })).body.data
    const ask = (fiat_account?: unknown) =>
      t.call('POST', '/api/payouts/', { token: member.tokens.access, body: { amount: 10, fiat_account } })
    for (const id of [foreign.id, t.ctx.random.id(), 'x', 7]) {
      const refused = await ask(id)
      expect([refused.status, Object.keys(refused.body.errors[0])]).toEqual([400, ['fiat_account']])
    }
    for (const [id, account_number] of [
      [first.id, '•••• 9012'],
      [undefined, '•••• 3000'],
    ]) {
      const { data } = (await ask(id)).body
      expect(data.account).toEqual({
        account_number,
        bank_name: 'Bank of Ceylon',
        country: id ? 'LK' : 'DE',
        currency: 'LKR',
      })
      t.clock.advance(1_000)
      await addBank(member)
      const [listed] = (await t.call('GET', '/api/payouts/', { token: member.tokens.access })).body.data
      expect(listed).toEqual(data)
      await t.call('PUT', `/api/payouts/${data.id}/`, { token: member.tokens.access, body: { status: 'CANCELLED' } })
      const added = (await t.call('GET', '/api/accounts/fiats/', { token: member.tokens.access })).body.data[0]
      await t.call('DELETE', `/api/accounts/fiats/${added.id}/`, { token: member.tokens.access })
    }
    expect(last.account_number).toBe('•••• 3000')
  })

  it('that is rejected or cancelled gives the amount back, once', async () => {
    const [member, admin] = [await seller(), await buildAdmin(t)]
    const first = (await request(member, 100)).body.data.id
    expect((await decide(admin, first, { status: 'REJECTED' })).body.errors[0]).toEqual({ reason: ['Required'] })
    for (let count = 0; count < 2; count++) await decide(admin, first, { status: 'REJECTED', reason: 'Name differs' })
    expect(await earningsOf(member)).toEqual({ balance: 100, held: 0 })
    const second = (await request(member, 100)).body.data.id
    const cancel = () =>
      t.call('PUT', `/api/payouts/${second}/`, { token: member.tokens.access, body: { status: 'CANCELLED' } })
    expect((await cancel()).body.data.status).toBe('CANCELLED')
    expect((await cancel()).status).toBe(200)
    expect(await earningsOf(member)).toEqual({ balance: 100, held: 0 })
    expect((await decide(admin, second, { status: 'PAID', reference: 'x' })).status).toBe(409)
  })

  it('is one at a time, also for requests that race, and never more than the balance', async () => {
    const member = await seller(5_000)
    expect((await request(member, 50.01)).body.errors[0]).toEqual({ amount: ['Your balance is 50.00 USD'] })
    expect((await request(member, undefined)).body.errors[0]).toEqual({ amount: ['Required'] })
    expect((await request(member, 0)).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 8 }, () => request(member, 50)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7)
    expect(await earningsOf(member)).toEqual({ balance: 0, held: 0 })
  })

  it('honours its idempotency key', async () => {
    const member = await seller()
    const key = { 'idempotency-key': 'p-1' }
    const first = await request(member, 10, key)
    expect((await request(member, 10, key)).body).toEqual(first.body)
    expect((await request(member, 11, key)).status).toBe(422)
  })

  it('needs a recent second factor', async () => {
    const member = await buildMember(t, { steppedUp: false })
    expect((await request(member, 10)).body).toMatchObject({
      errors: ['Please confirm it is you.'],
      meta: { step_up: true },
    })
    expect((await addBank(member)).status).toBe(403)
  })

  it('is paged; a cursor that is none of ours is refused', async () => {
    const member = await seller()
    const token = member.tokens.access
    for (let count = 0; count < 3; count++) {
      const { id } = (await request(member, 10)).body.data
      await t.call('PUT', `/api/payouts/${id}/`, { token, body: { status: 'CANCELLED' } })
    }
    const first = await t.call('GET', '/api/payouts/?limit=2', { token })
    const rest = await t.call('GET', `/api/payouts/?limit=2&cursor=${first.body.meta.next_cursor}`, { token })
    expect([first.body.data.length, rest.body.data.length, rest.body.meta]).toEqual([
      2,
      1,
      { next_cursor: null, total: 3 },
    ])
    const bad = ['nonsense', encodeCursor({ key: 'x', id: '7' }), encodeCursor({ key: 'x', id: '-'.repeat(36) })]
    for (const path of ['/api/payouts/', '/api/payments/', '/api/accounts/credits/entries/'])
      for (const cursor of path.includes('entries') ? [...bad.slice(0, 1), ...bad.slice(2)] : bad)
        expect((await t.call('GET', `${path}?cursor=${cursor}`, { token })).status).toBe(400)
  })

  it('belongs to its member', async () => {
    const [member, stranger] = [await seller(), await buildMember(t)]
    const { id } = (await request(member, 10)).body.data
    const body = { status: 'CANCELLED' }
    expect((await t.call('PUT', `/api/payouts/${id}/`, { token: stranger.tokens.access, body })).status).toBe(404)
    expect((await decide(stranger, id, { status: 'APPROVED' })).status).toBe(403)
  })
})

describe('bank details', () => {
  it('are shown masked and never plain in the database', async () => {
    const member = await seller()
    const added = await addBank(member)
    expect(added.body.data).toMatchObject({
      holder: 'N. P.',
      account_number: '•••• 9012',
      country: 'LK',
      bank_name: 'Bank of Ceylon',
    })
    const row = await t.ctx.db
      .selectFrom('fiat_accounts')
      .selectAll()
      .where('id', '=', added.body.data.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, details_encrypted: row.details_encrypted.toString('latin1') })).not.toMatch(
      /Perera|12345678/,
    )
    const list = await t.call('GET', '/api/accounts/fiats/', { token: member.tokens.access })
    expect(list.body.data).toEqual([added.body.data])
    const removed = await t.call('DELETE', `/api/accounts/fiats/${row.id}/`, { token: member.tokens.access })
    expect(removed.status).toBe(200)
    expect((await t.call('GET', '/api/accounts/fiats/', { token: member.tokens.access })).body.data).toEqual([])
  })

  it('that are taken away while a payout is asked for are not those of the payout', async () => {
    for (let round = 0; round < 10; round++) {
      const member = await seller()
      const { id } = (await addBank(member)).body.data
      const remove = () => t.call('DELETE', `/api/accounts/fiats/${id}/`, { token: member.tokens.access })
      const [removed, asked] = await Promise.all([remove(), request(member, 10)])
      expect([removed.status, asked.status]).toEqual([200, 200])
      const payouts = t.ctx.db.selectFrom('payouts').select('fiat_account_id').where('user_id', '=', member.id)
      expect(await payouts.execute()).toEqual([{ fiat_account_id: null }])
    }
  })

  it('that have become others since they were shown are not approved unseen', async () => {
    const [member, admin] = [await seller(), await buildAdmin(t)]
    await addBank(member, { account_number: '123456789012' })
    const { id: last } = (await addBank(member, { account_number: '999999990000' })).body.data
    const { id } = (await request(member, 10)).body.data
    const shown = async () => {
      const { body } = await t.call('GET', '/api/admin/payouts/', { token: admin.tokens.access, site: 'admin' })
      return body.data.find((payout: { id: string }) => payout.id === id)
    }
    const seen = await shown()
    t.clock.advance(1_000)
    await t.call('DELETE', `/api/accounts/fiats/${last}/`, { token: member.tokens.access })
    const approve = (updated_at: string) => decide(admin, id, { status: 'APPROVED', updated_at })
    const reason = 'This payout has changed since it was shown. Look at it again, then decide.'
    expect(await approve(seen.updated_at)).toMatchObject({ status: 409, body: { errors: [reason] } })
    expect((await approve((await shown()).updated_at)).status).toBe(200)
  })

  it('are read in plain by an admin who pays out, on record', async () => {
    const [member, admin] = [await seller(), await buildAdmin(t)]
    await addBank(member)
    const { id } = (await request(member, 10)).body.data
    const read = await t.call('GET', `/api/admin/payouts/${id}/bank-details/`, {
      token: admin.tokens.access,
      site: 'admin',
    })
    expect(read.body.data).toMatchObject({ holder: 'Nimal Perera', account_number: '123456789012' })
    const lines = await t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
    expect(lines).toContainEqual({ action: 'payout.read_bank_details' })
  })
})
