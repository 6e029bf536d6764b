import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../test/build-member.ts'
import { buildListing, buildNft } from '../../test/build-nft.ts'
import { useTestApp } from '../../test/test-app.ts'
import { inTransaction } from '../db/client.ts'
import { enqueueEmail } from '../messages/enqueue-message.ts'

describe('the operator’s view', () => {
  const t = useTestApp()
  const call = (method: 'GET' | 'PUT' | 'POST', path: string, admin: Member, body?: object) =>
    t.call(method, `/api/admin/${path}`, { site: 'admin', token: admin.tokens.access, ...(body && { body }) })

  it('counts what waits and what happened today', async () => {
    const admin = await buildAdmin(t)
    const { attention } = (await call('GET', 'overview/', admin)).body.data
    await buildNft(t, { owner: await buildMember(t), approved: false })
    const after = (await call('GET', 'overview/', admin)).body.data
    expect(after.attention.works).toBe(attention.works + 1)
    expect(after.days).toHaveLength(30)
    expect(after.days.at(-1)).toMatchObject({ date: t.clock.now().toISOString().slice(0, 10), members: 2, sales: 0 })
  })

  it('counts the reports that are in the queue, none about what is taken down', async () => {
    const [admin, reporter] = [await buildAdmin(t), await buildMember(t)]
    const [shown, frozen] = [await buildNft(t), await buildNft(t)]
    for (const { id } of [shown, frozen]) {
      const body = { reason: 'COPYRIGHT', text: 'Mine' }
      await t.call('POST', `/api/nfts/${id}/reports/`, { token: reporter.tokens.access, body })
    }
    const reports = async () => (await call('GET', 'overview/', admin)).body.data.attention.reports
    const before = await reports()
    // As a chargeback does.
    await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.clock.now() }).where('id', '=', frozen.id).execute()
    expect(await reports()).toBe(before - 1)
  })

  it('counts a sale on its day, with what buyers paid and what was kept of it', async () => {
    const admin = await buildAdmin(t)
    const [owner, buyer] = [await buildMember(t), await buildMember(t)]
    for (const priceCents of [2_000, 4_000])
      await buildListing(t, { nft: await buildNft(t, { owner }), status: 'SOLD', buyer, priceCents })
    await buildListing(t, { nft: await buildNft(t, { owner }), status: 'PAID', buyer })
    const today = (await call('GET', 'overview/', admin)).body.data.days.at(-1)
    expect(today).toMatchObject({ sales: 2, turnover: 60, fees: 1.5 })
  })

  it('says how everything it depends on is', async () => {
    const { data } = (await call('GET', 'health/', await buildAdmin(t))).body
    const named = (name: string) => data.filter((item: { name: string }) => item.name === name)
    expect(named('database')).toEqual([{ name: 'database', chain: null, status: 'ok', detail: null }])
    expect(named('chain')).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
    expect(named('custody')).toMatchObject([{ status: 'unknown' }, { status: 'unknown' }])
  })

  it('changes settings at once, keeps what is left out, and writes it down', async () => {
    const admin = await buildAdmin(t)
    const change = { platform_fee_bps: 300, buying_stopped: 'The network is being upgraded' }
    expect((await call('PUT', 'settings/', admin, change)).body.data).toMatchObject(change)
    expect((await call('PUT', 'settings/', admin, { banner: 'Hello' })).body.data).toMatchObject({
      ...change,
      banner: 'Hello',
    })
    expect((await t.call('GET', '/api/settings/')).body.data).toMatchObject({ ...change, banner: 'Hello' })
    const cleared = await call('PUT', 'settings/', admin, { banner: '', buying_stopped: null })
    expect(cleared.body.data).toMatchObject({ banner: null, buying_stopped: null, platform_fee_bps: 300 })
    const audit = (await call('GET', `audit/?search=${admin.id}&limit=1`, admin)).body
    expect(audit.meta.total).toBe(3)
    expect(audit.data[0]).toMatchObject({
      action: 'settings.change',
      actor: { email: admin.email },
      before: { banner: 'Hello' },
    })
    const next = (await call('GET', `audit/?search=settings&limit=1&cursor=${audit.meta.next_cursor}`, admin)).body
    expect(next.data[0]).toMatchObject({ after: { banner: 'Hello' } })
  })

  it('changes the fee only after a step-up, and refuses a fee that is none', async () => {
    const stale = await buildAdmin(t, { steppedUp: false })
    expect((await call('PUT', 'settings/', stale, { platform_fee_bps: 999 })).body.meta).toEqual({ step_up: true })
    expect((await call('PUT', 'settings/', stale, { creating_stopped: 'Storage is full' })).status).toBe(200)
    expect((await call('PUT', 'settings/', stale, { creating_stopped: null })).status).toBe(200)
    const wrong = await call('PUT', 'settings/', await buildAdmin(t), { platform_fee_bps: 10_001 })
    expect(wrong.body.errors).toEqual([{ platform_fee_bps: ['Value should be at most 10000'] }])
  })

  it('lists a mail that could not be delivered, and sends it again', async () => {
    const admin = await buildAdmin(t)
    const mail = { subject: 'Lost mail', text: 'Hello', html: '<p>Hello</p>' }
    await inTransaction(t.ctx.db, (tx) => enqueueEmail(t.ctx, tx, { to: 'lost@example.test', mail }))
    const lost = t.ctx.db.updateTable('messages').set({ status: 'FAILED', error: 'no such host', attempts: 12 })
    await lost.where('subject', '=', mail.subject).execute()
    const { queues, failed } = (await call('GET', 'jobs/', admin)).body.data
    expect(queues.map((queue: { name: string }) => queue.name)).toContain('deliver-message')
    expect(failed).toMatchObject([{ kind: 'message', name: 'Lost mail', error: 'no such host', attempts: 12 }])
    expect((await call('POST', `jobs/${failed[0].id}/retry/`, admin)).status).toBe(200)
    await t.runJobs()
    expect((await call('GET', 'jobs/', admin)).body.data.failed).toEqual([])
    expect((await call('POST', `jobs/${failed[0].id}/retry/`, admin)).status).toBe(404)
  })
})
