import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAdmin, buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { codeSentTo, linkTokenSentTo } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { hashPassword } from '../passwords/password.ts'
import { endAllSessions } from './end-sessions.ts'

const t = useTestApp()
const signIn = (username: string) => t.call('POST', '/api/auth/token/', { body: { username, password: TEST_PASSWORD } })

async function resetPassword({ email }: Member) {
  await t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
  const password = { new_password: 'another-pass', confirm_new_password: 'another-pass' }
  const body = { email, token: await linkTokenSentTo(t, email), ...password }
  return () => t.call('POST', '/api/auth/reset-password/', { body })
}

async function resetFactors({ id }: Member) {
  const admin = await buildAdmin(t)
  const options = { token: admin.tokens.access, site: 'admin', body: { note: 'Lost phone' } } as const
  return () => t.call('DELETE', `/api/admin/users/${id}/factors/`, options)
}

test.each([
  ['a new password by mail', resetPassword],
  ['an admin who gives the account back', resetFactors],
])('%s ends also the session that opens at that moment', async (_what, prepare) => {
  const member = await buildMember(t)
  const end = await prepare(member)
  const temporary = (await signIn(member.email)).body.data.access
  const otp = await codeSentTo(t, member.phone ?? '')
  const both = await t.ctx.db.transaction().execute(async (tx) => {
    // The sign-in stops at its last statement: its session is there and not committed.
    await sql`lock table known_networks in share row exclusive mode`.execute(tx)
    const opening = t.call('POST', '/api/auth/verify/otp/', { token: temporary, body: { otp } })
    await expectWaiting(t, 1)
    const ending = end()
    await expectWaiting(t, 2)
    return [opening, ending]
  })
  const [opened, ended] = await Promise.all(both)
  expect([opened?.status, ended?.status]).toEqual([200, 200])
  const token = opened?.body.data.access
  expect((await t.call('GET', '/api/users/me/', { token })).status).toBe(401)
})

test('the former password opens nothing once another one is set, also when it was looked at before', async () => {
  const { id, email } = await buildMember(t)
  const password_hash = await hashPassword('another-pass')
  const opening = await t.ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    const request = signIn(email)
    await expectWaiting(t, 1)
    return { request }
  })
  const { status, body } = await opening.request
  expect([status, body.errors]).toEqual([400, [{ non_field_errors: ['Unable to sign in with these credentials.'] }]])
})

test('a code is not used up by a session that ended at that moment', async () => {
  const { id, email, phone } = await buildMember(t)
  const temporary = (await signIn(email)).body.data.access
  const otp = await codeSentTo(t, phone)
  const verify = (token: string) => t.call('POST', '/api/auth/verify/otp/', { token, body: { otp } })
  const opening = await t.ctx.db.transaction().execute(async (tx) => {
    await endAllSessions(t.ctx, tx, { userId: id })
    const request = verify(temporary)
    await expectWaiting(t, 1)
    return { request }
  })
  const { status, body } = await opening.request
  expect([status, body.errors]).toEqual([401, ['Please sign in again']])
  expect((await verify((await signIn(email)).body.data.access)).status).toBe(200)
})
