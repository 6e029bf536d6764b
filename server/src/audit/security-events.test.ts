import { describe, expect, test } from 'vitest'
import { buildAdmin, buildMember, type Member, TEST_PASSWORD } from '../../test/build-member.ts'
import { codeSentTo } from '../../test/outbox.ts'
import { useTestApp } from '../../test/test-app.ts'

const t = useTestApp({ env: { PASSWORD_FAILURES_PER_NETWORK: '1000' } })
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const headers = { 'user-agent': CHROME }
const signIn = (username: string, password = TEST_PASSWORD) =>
  t.call('POST', '/api/auth/token/', { headers, body: { username, password } })
const verify = (token: string, otp: string) =>
  t.call('POST', '/api/auth/verify/otp/', { token, headers, body: { otp } })
const eventsOf = async ({ tokens }: Member, query = '') =>
  (await t.call('GET', `/api/users/me/security-events/${query}`, { token: tokens.access })).body

/** The minute is over, and the sweep comes. */
async function afterAMinute(): Promise<void> {
  t.clock.advance(60_000)
  await t.runJobs()
}

async function auditOf(query: string) {
  const admin = await buildAdmin(t)
  return (await t.call('GET', `/api/admin/audit/?${query}`, { token: admin.tokens.access, site: 'admin' })).body.data
}

describe('what a member sees of their own account', () => {
  test('sign-ins with address and device, the newest first, page by page', async () => {
    const member = await buildMember(t)
    const { access } = (await signIn(member.email)).body.data
    const full = (await verify(access, await codeSentTo(t, member.phone))).body.data
    await t.call('POST', '/api/auth/signout/', { token: full.access, headers })
    const { data, meta } = await eventsOf(member)
    const from = { count: 1, device: 'Chrome on Windows', address: '127.0.0.1' }
    expect(data).toMatchObject([
      { kind: 'session.end', ...from },
      { kind: 'sign-in', ...from },
    ])
    expect(meta).toEqual({ next_cursor: null, total: 2 })
    const first = await eventsOf(member, '?limit=1')
    const second = await eventsOf(member, `?limit=1&cursor=${first.meta.next_cursor}`)
    expect([...first.data, ...second.data]).toEqual(data)
    expect((await eventsOf(await buildMember(t))).data).toEqual([])
  })

  test('failures as one line a minute, however many a stranger causes', async () => {
    const member = await buildMember(t)
    for (let i = 0; i < 12; i++) await signIn(member.email, 'wrong-pass')
    await afterAMinute()
    expect((await eventsOf(member)).data).toMatchObject(
      [
        { kind: 'sign-in.refused', count: 2 },
        { kind: 'sign-in.failed', count: 10, device: 'Chrome on Windows', address: '127.0.0.1' },
      ].sort(byKind),
    )
  })

  test('wrong codes, and the lock that they end in', async () => {
    const member = await buildMember(t)
    const { access } = (await signIn(member.email)).body.data
    const otp = (await codeSentTo(t, member.phone)) === '000000' ? '000001' : '000000'
    for (let i = 0; i < 10; i++) await verify(access, otp)
    await afterAMinute()
    const [failed, locked] = (await eventsOf(member, '?limit=2')).data
    expect(failed).toMatchObject({ kind: 'sign-in.code-failed', count: 10 })
    expect(locked).toMatchObject({ kind: 'sign-in.locked' })
  })

  test('a changed password, and a used refresh token that comes back', async () => {
    const member = await buildMember(t)
    const body = { current: TEST_PASSWORD, new_password: 'another-pass' }
    await t.call('POST', '/api/auth/password/', { token: member.tokens.access, headers, body })
    expect((await eventsOf(member)).data).toMatchObject([{ kind: 'password.change', device: 'Chrome on Windows' }])
    const thief = await buildMember(t)
    await t.call('POST', '/api/auth/token/refresh/', { body: thief.tokens })
    t.clock.advance(11_000)
    await t.call('POST', '/api/auth/token/refresh/', { body: thief.tokens })
    const kinds = t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', thief.id)
    expect(await kinds.execute()).toEqual([{ action: 'session.reused-token' }])
  })
})

describe('what admins see', () => {
  test('security events alone, with where they came from', async () => {
    const member = await buildMember(t)
    const { access } = (await signIn(member.email)).body.data
    await verify(access, await codeSentTo(t, member.phone))
    const lines = await auditOf(`kind=security&search=${member.id}`)
    expect(lines).toMatchObject([{ action: 'sign-in', address: '127.0.0.1', device: 'Chrome on Windows' }])
  })

  test('who tried an admin call without being one', async () => {
    const member = await buildMember(t)
    for (let i = 0; i < 3; i++)
      await t.call('GET', '/api/admin/audit/', { token: member.tokens.access, headers, site: 'admin' })
    await afterAMinute()
    expect(await auditOf(`search=${member.id}`)).toMatchObject([
      { action: 'admin.refused', after: { count: 3 }, address: '127.0.0.1', actor: null },
    ])
  })

  test('failures for unknown addresses by their network only, never what was typed', async () => {
    for (let i = 0; i < 25; i++) await signIn(`typed-${i}@example.test`, 'a-typed-password')
    await afterAMinute()
    const [line, next] = await auditOf('search=127.0.0.1&kind=security&limit=2')
    expect(line).toMatchObject({ action: 'sign-in.failed', subject_type: 'network', after: { count: 25 } })
    expect(next).toBeUndefined()
    const rows = await t.ctx.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/typed-\d|a-typed-password/)
    expect(await t.ctx.db.selectFrom('failure_counts').selectAll().execute()).toEqual([])
  })
})

test('no line holds a code, a password, a token or a phone number', async () => {
  const member = await buildMember(t)
  const { access } = (await signIn(member.email)).body.data
  const code = await codeSentTo(t, member.phone)
  const { refresh } = (await verify(access, code)).body.data
  await afterAMinute()
  const tables = await Promise.all([
    t.ctx.db.selectFrom('audit_log').select(['before', 'after', 'subject_id']).execute(),
    t.ctx.db.selectFrom('audit_origins').select(['address', 'device']).execute(),
  ])
  for (const secret of [TEST_PASSWORD, access, refresh, member.phone ?? '', `"${code}"`])
    expect(JSON.stringify(tables)).not.toContain(secret)
})

test('where acts came from is forgotten after a year, the acts are not', async () => {
  const member = await buildMember(t)
  await t.call('POST', '/api/auth/signout/', { token: member.tokens.access, headers })
  t.clock.advance(366 * 24 * 3_600_000)
  await t.runJobs()
  expect(await t.ctx.db.selectFrom('audit_origins').select('audit_id').execute()).toEqual([])
  const kept = t.ctx.db.selectFrom('audit_log').select('action').where('subject_id', '=', member.id)
  expect(await kept.execute()).toEqual([{ action: 'session.end' }])
})

const byKind = (a: { kind: string }, b: { kind: string }) => b.kind.localeCompare(a.kind)
