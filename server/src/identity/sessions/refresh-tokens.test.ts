import { expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const refresh = (token: string) => t.call('POST', '/api/auth/token/refresh/', { body: { refresh: token } })
const meStatus = async (token: string) => (await t.call('GET', '/api/users/me/', { token })).status

test('an expired access token is replaced, and the refresh token rotates', async () => {
  const { tokens } = await buildMember(t)
  t.clock.advance(10 * 60_000 + 2_000)
  expect(await meStatus(tokens.access)).toBe(401)
  const { status, body } = await refresh(tokens.refresh)
  expect(status).toBe(200)
  expect(body.data.refresh).not.toBe(tokens.refresh)
  expect(await meStatus(body.data.access)).toBe(200)
})

test('two tabs that race within ten seconds both go on', async () => {
  const { tokens } = await buildMember(t)
  const answers = await Promise.all([refresh(tokens.refresh), refresh(tokens.refresh)])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect((await refresh(answer.body.data.refresh)).status).toBe(200)
  }
})

test('a used token presented later ends the whole family', async () => {
  const { tokens } = await buildMember(t)
  const next = (await refresh(tokens.refresh)).body.data
  t.clock.advance(11_000)
  expect((await refresh(tokens.refresh)).status).toBe(401)
  expect(await meStatus(next.access)).toBe(401)
  expect((await refresh(next.refresh)).status).toBe(401)
})

test('the database holds hashes only', async () => {
  const { tokens } = await buildMember(t)
  const rows = await t.ctx.db.selectFrom('refresh_tokens').select('hash').execute()
  expect(rows.map((row) => row.hash)).not.toContain(tokens.refresh)
})

test('nonsense is refused', async () => {
  expect((await refresh('nonsense')).status).toBe(401)
  expect((await t.call('POST', '/api/auth/token/refresh/', { body: {} })).body.errors).toEqual([
    { refresh: ['Required'] },
  ])
})

test('signing out ends the session at once, also with an expired access token', async () => {
  const first = await buildMember(t)
  await t.call('POST', '/api/auth/signout/', { token: first.tokens.access })
  expect(await meStatus(first.tokens.access)).toBe(401)
  const second = await buildMember(t)
  await t.call('POST', '/api/auth/signout/', { body: { refresh: second.tokens.refresh } })
  expect((await refresh(second.tokens.refresh)).status).toBe(401)
})

const DAY_MS = 24 * 3_600_000

test('a session ends 30 days after its last use', async () => {
  const { tokens } = await buildMember(t)
  t.clock.advance(29 * DAY_MS)
  const next = (await refresh(tokens.refresh)).body.data
  expect(await meStatus(next.access)).toBe(200)
  t.clock.advance(30 * DAY_MS)
  expect((await refresh(next.refresh)).status).toBe(401)
})

test('a session that goes on being used ends 180 days after its sign-in, its access token too', async () => {
  const { tokens } = await buildMember(t)
  let current = tokens
  for (let day = 20; day <= 160; day += 20) {
    t.clock.advance(20 * DAY_MS)
    current = (await refresh(current.refresh)).body.data
  }
  t.clock.advance(20 * DAY_MS - 5 * 60_000)
  current = (await refresh(current.refresh)).body.data
  expect(await meStatus(current.access)).toBe(200)
  // Not ten minutes after the last refresh: the access token ends with its session.
  t.clock.advance(5 * 60_000)
  expect(await meStatus(current.access)).toBe(401)
  expect((await refresh(current.refresh)).status).toBe(401)
})

test('shorter settings end the sessions that are open, and a shown list leaves them out', async () => {
  const { tokens } = await buildMember(t)
  const { sessions } = t.ctx.config
  const { maxMs } = sessions
  t.clock.advance(60_000)
  sessions.maxMs = 60_000
  try {
    expect(await meStatus(tokens.access)).toBe(401)
    expect((await refresh(tokens.refresh)).status).toBe(401)
  } finally {
    sessions.maxMs = maxMs
  }
})
