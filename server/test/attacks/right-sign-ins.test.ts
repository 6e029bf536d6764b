import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember, type Member, TEST_PASSWORD } from '../build-member.ts'
import { linkTokenSentTo } from '../outbox.ts'
import { useTestApp } from '../test-app.ts'

const HOUR_MS = 3_600_000
const HOME = '198.18.7.1'
const t = useTestApp()

async function signIn(username: string, { from = HOME, password = TEST_PASSWORD } = {}) {
  const call = {
    method: 'POST',
    url: '/api/auth/token/',
    remoteAddress: from,
    payload: { username, password },
  } as const
  const answer = await t.app.inject(call)
  return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after']) }
}

function limitSignIns(signInsPerAccountAndNetworkPerHour: number): void {
  const open = { ...t.ctx.config.limits }
  Object.assign(t.ctx.config.limits, { signInsPerAccountAndNetworkPerHour })
  onTestFinished(() => void Object.assign(t.ctx.config.limits, open))
}

const linesOf = async ({ id }: Member) => {
  const lines = await t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute()
  return lines.map(({ action }) => action)
}

test('who has the password signs in so often an hour from one network, and as ever from another one', async () => {
  limitSignIns(2)
  const [{ email }, other] = [await buildMember(t), await buildMember(t)]
  for (let i = 0; i < 2; i++) expect((await signIn(email)).status).toBe(200)
  const refused = await signIn(email)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect((await signIn(email, { from: '198.18.7.2' })).status).toBe(200)
  expect((await signIn(other.email)).status).toBe(200)
  t.clock.advance(HOUR_MS)
  expect((await signIn(email)).status).toBe(200)
})

test('a member who resets the password signs in at once, however often a stranger on the same network did', async () => {
  limitSignIns(1)
  const { email } = await buildMember(t)
  await signIn(email)
  expect((await signIn(email)).status).toBe(429)
  await t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
  const password = 'another-pass'
  const payload = {
    email,
    token: await linkTokenSentTo(t, email),
    new_password: password,
    confirm_new_password: password,
  }
  const url = '/api/auth/reset-password/'
  expect((await t.app.inject({ method: 'POST', url, remoteAddress: HOME, payload })).statusCode).toBe(200)
  expect((await signIn(email, { password })).status).toBe(200)
})

test('signing out of a temporary session writes no line, by either of its tokens', async () => {
  const member = await buildMember(t)
  const signOut = (token: string | undefined, body = {}) =>
    t.call('POST', '/api/auth/signout/', { body, ...(token && { token }) })
  await signOut((await signIn(member.email)).body.data.access)
  await signOut(undefined, { refresh: (await signIn(member.email)).body.data.refresh })
  expect(await linesOf(member)).toEqual([])
  await signOut(member.tokens.access)
  expect(await linesOf(member)).toEqual(['session.end'])
})

test('ending all sessions leaves the temporary ones alone that have expired', async () => {
  const member = await buildMember(t)
  await signIn(member.email)
  t.clock.advance(16 * 60_000)
  await signIn(member.email)
  const renewed = await t.call('POST', '/api/auth/token/refresh/', { body: member.tokens })
  await t.call('DELETE', '/api/auth/sessions/', { token: renewed.body.data.access })
  const sessions = t.ctx.db.selectFrom('sessions').select('revoked_at').where('user_id', '=', member.id)
  const ended = (await sessions.where('kind', '=', 'TEMPORARY').orderBy('created_at').execute()).map(
    (row) => row.revoked_at,
  )
  expect(ended).toEqual([null, expect.any(Date)])
})

test('the export has the newest sessions, however many there are', async () => {
  const member = await buildMember(t)
  await sql`insert into sessions (id, user_id, kind, created_at, last_used_at, expires_at)
    select gen_random_uuid(), ${member.id}, 'TEMPORARY', created_at, created_at, created_at
    from (select now() - n * interval '1 minute' as created_at from generate_series(1, 1000) as n) as times`.execute(
    t.ctx.db,
  )
  await sql`update sessions set created_at = now() where id = ${member.sessionId}`.execute(t.ctx.db)
  const { body } = await t.call('GET', '/api/users/me/export/', { token: member.tokens.access })
  expect(body.data.sessions).toHaveLength(1_000)
  expect(body.data.sessions[0].id).toBe(member.sessionId)
})
