import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { Notification } from '@verso/protocol/users/notifications'
import { expect, test } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { buildCollector, buildMint } from '../../../test/build-token.ts'
import { giveEarnings } from '../../../test/give-credits.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { urlsFor } from '../../http/urls.ts'
import { mailLinesSweep } from '../lines/mail-lines.ts'
import { tellOperators } from './tell-operators.ts'

const t = useTestApp()

const ask = (method: 'GET' | 'PUT', path: string, { tokens }: Member, body?: object) =>
  t.call(method, `/api/notifications/${path}`, { site: 'admin', token: tokens.access, ...(body && { body }) })
async function told(admin: Member): Promise<Pick<Notification, 'kind' | 'text' | 'link'>[]> {
  await t.runJobs()
  const { body } = await ask('GET', '', admin)
  return body.data.map(({ kind, text, link }: Notification) => ({ kind, text, link }))
}
const mailsTo = async ({ email }: Member) =>
  t.ctx.db
    .selectFrom('messages')
    .select(['subject', 'link', 'unsubscribe_url'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()
const report = ({ tokens }: Member, nftId: string) =>
  t.call('POST', `/api/nfts/${nftId}/reports/`, { token: tokens.access, body: { reason: 'COPYRIGHT', text: 'Mine' } })
const sayLowDisk = () =>
  inTransaction(t.ctx.db, (tx) =>
    tellOperators(t.ctx, tx, {
      kind: 'admin.check_failed',
      text: 'The disk is nearly full.',
      mail: { subject: 'The disk', text: 'is full', html: '<p>is full</p>' },
    }),
  )

test('what waits is one line, in the admin area alone, until an operator has decided', async () => {
  const [admin, other, reporter] = [await buildAdmin(t), await buildAdmin(t), await buildMember(t)]
  const minted = await buildMint(t, { creator: await buildCollector(t) })
  await t.ctx.db.updateTable('nfts').set({ approval: 'PENDING' }).where('id', '=', minted.id).execute()
  const reported = await buildNft(t, { name: 'Dusk' })
  await report(reporter, reported.id)
  await report(reporter, reported.id)
  const link = adminAddressOf('moderation')
  const both = expect.stringMatching(/^“.+” and 1 other wait for a decision\.$/)
  expect(await told(admin)).toEqual([{ kind: 'admin.queue', text: both, link }])
  const { body } = await t.call('GET', '/api/notifications/', { token: admin.tokens.access })
  expect(body).toEqual({ data: [], meta: { next_cursor: null, total: 0, unread: 0 } })
  const decision = { site: 'admin' as const, token: other.tokens.access, body: { approved: true } }
  await t.call('PUT', `/api/admin/nfts/${minted.id}/`, decision)
  expect(await told(admin)).toEqual([{ kind: 'admin.queue', text: '“Dusk” waits for a decision.', link }])
  await t.call('PUT', `/api/admin/nfts/${reported.id}/`, { ...decision, body: { taken_down: true, reason: 'A copy' } })
  expect(await told(admin)).toEqual([])
})

test('an operator hears of a payout that a member asks for, not of their own', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t, { displayName: 'Ana' })]
  for (const { id, tokens } of [member, admin]) {
    await giveEarnings(t, { userId: id, amountCents: 10_000 })
    await t.call('POST', '/api/payouts/', { token: tokens.access, body: { amount: 10 } })
  }
  expect(await told(admin)).toEqual([
    { kind: 'admin.queue', text: 'Ana asked for a payout.', link: adminAddressOf('payouts') },
  ])
  const { body } = await t.call('GET', '/api/payouts/', { token: member.tokens.access })
  await t.call('PUT', `/api/payouts/${body.data[0].id}/`, {
    token: member.tokens.access,
    body: { status: 'CANCELLED' },
  })
  expect(await told(admin)).toEqual([])
})

test('a failure is told at once, and mailed in its own words, until an operator chooses otherwise', async () => {
  const admin = await buildAdmin(t)
  await sayLowDisk()
  expect(await told(admin)).toEqual([{ kind: 'admin.check_failed', text: 'The disk is nearly full.', link: '/' }])
  expect(await mailsTo(admin)).toEqual([
    { subject: 'The disk', link: null, unsubscribe_url: expect.stringContaining('/api/notifications/unsubscribe/') },
  ])
  const choice = { kinds: [{ kind: 'admin.check_failed', email: 'off', in_app: false }] }
  expect((await ask('PUT', 'settings/', admin, choice)).status).toBe(200)
  await sayLowDisk()
  expect(await told(admin)).toHaveLength(1)
  expect(await mailsTo(admin)).toHaveLength(1)
})

test('the queue is mailed once a day, with a link into the admin area', async () => {
  const [admin, reporter] = [await buildAdmin(t), await buildMember(t)]
  const nft = await buildNft(t, { name: 'Dusk' })
  await report(reporter, nft.id)
  await t.runJobs()
  expect(await mailsTo(admin)).toEqual([])
  t.clock.advance(24 * 3_600_000)
  await mailLinesSweep.run(t.ctx)
  expect(await mailsTo(admin)).toMatchObject([
    { subject: '“Dusk” waits for a decision.', link: urlsFor(t.ctx).admin + adminAddressOf('moderation') },
  ])
})

test.each([
  ['demoted', { is_admin: false }],
  ['suspended', { status: 'SUSPENDED' }],
] as const)('who is %s since is mailed nothing of the admin area', async (_what, change) => {
  const [admin, reporter] = [await buildAdmin(t), await buildMember(t)]
  await report(reporter, (await buildNft(t)).id)
  await t.runJobs()
  await t.ctx.db.updateTable('users').set(change).where('id', '=', admin.id).execute()
  t.clock.advance(24 * 3_600_000)
  await mailLinesSweep.run(t.ctx)
  expect(await mailsTo(admin)).toEqual([])
})

test('operators choose of their kinds in the admin area, members of theirs, and neither of the other’s', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t)]
  const kindsOf = (body: { data: { kinds: { kind: string }[] } }) => body.data.kinds.map(({ kind }) => kind)
  const operators = kindsOf((await ask('GET', 'settings/', admin)).body)
  expect(operators.toSorted()).toEqual([
    'admin.case',
    'admin.check_failed',
    'admin.funds_low',
    'admin.job_failed',
    'admin.process_dead',
    'admin.queue',
  ])
  const settings = async (site: 'marketplace' | 'admin', { tokens }: Member) =>
    t.call('GET', '/api/notifications/settings/', { site, token: tokens.access })
  for (const { body } of [await settings('marketplace', admin), await settings('admin', member)])
    expect(kindsOf(body).filter((kind) => kind.startsWith('admin.'))).toEqual([])
  const strange = { kinds: [{ kind: 'admin.queue', email: 'off' }] }
  const answer = await t.call('PUT', '/api/notifications/settings/', { token: admin.tokens.access, body: strange })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ kinds: ['Unknown kind'] }] } })
  expect((await ask('PUT', 'settings/', admin, { kinds: [{ kind: 'nft.sold', in_app: false }] })).status).toBe(400)
})

test('"Mark all as read" in one area leaves the other as it is', async () => {
  const admin = await buildAdmin(t)
  const follower = await buildMember(t)
  await t.call('PUT', `/api/users/${admin.id}/follow/`, { token: follower.tokens.access, body: {} })
  await sayLowDisk()
  await t.runJobs()
  expect((await ask('PUT', 'read/', admin, { all: true })).body.data).toEqual({ unread: 0 })
  const { body } = await t.call('GET', '/api/notifications/', { token: admin.tokens.access })
  expect(body.meta).toMatchObject({ total: 1, unread: 1 })
})
