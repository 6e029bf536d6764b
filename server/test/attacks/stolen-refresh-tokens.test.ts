import { expect, test } from 'vitest'
import { buildMember } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const renew = (refresh: string) => t.call('POST', '/api/auth/token/refresh/', { body: { refresh } })
const next = async (refresh: string) => (await renew(refresh)).body.data
const meStatus = async (token: string) => (await t.call('GET', '/api/users/me/', { token })).status
const afterGrace = () => t.clock.advance(11_000)
const countTokens = async (sessionId: string) => {
  const query = t.ctx.db.selectFrom('refresh_tokens').select('hash').where('session_id', '=', sessionId)
  return (await query.execute()).length
}

test('one token used many times at once leads to one token, not to as many lines', async () => {
  const { tokens, sessionId } = await buildMember(t)
  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(tokens.refresh)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(new Set(answers.map(({ body }) => body.data.refresh)).size).toBe(1)
  expect(await countTokens(sessionId)).toBe(2)
})

test('who stole a token and used it within the grace is found out when the member goes on', async () => {
  const { tokens } = await buildMember(t)
  const [own, stolen] = [await next(tokens.refresh), await next(tokens.refresh)]
  afterGrace()
  const thief = await next(stolen.refresh)
  afterGrace()
  expect((await renew(own.refresh)).status).toBe(401)
  expect(await meStatus(thief.access)).toBe(401)
  expect((await renew(thief.refresh)).status).toBe(401)
})

test('and when the member goes on first, the stolen one is of no use', async () => {
  const { tokens } = await buildMember(t)
  const [own, stolen] = [await next(tokens.refresh), await next(tokens.refresh)]
  afterGrace()
  await next(own.refresh)
  afterGrace()
  expect((await renew(stolen.refresh)).status).toBe(401)
})

test.each([
  ['a sign-out', (access: string) => t.call('POST', '/api/auth/signout/', { token: access })],
  [
    'the list of sessions, which shows one',
    async (access: string) => {
      const { data } = (await t.call('GET', '/api/auth/sessions/', { token: access })).body
      expect(data).toHaveLength(1)
      return t.call('DELETE', `/api/auth/sessions/${data[0].id}/`, { token: access })
    },
  ],
])('all that a token led to ends by %s', async (_how, end) => {
  const { tokens } = await buildMember(t)
  const pairs = [await next(tokens.refresh), await next(tokens.refresh), await next(tokens.refresh)]
  expect((await end(pairs[0].access)).status).toBe(200)
  for (const { access, refresh } of pairs) {
    expect(await meStatus(access)).toBe(401)
    expect((await renew(refresh)).status).toBe(401)
  }
})

test('a new first key does not end the sessions that the old one renewed', async () => {
  const { tokens } = await buildMember(t)
  const { secretKeys } = t.ctx.config
  const before = await next(tokens.refresh)
  t.ctx.config.secretKeys = ['a-new-first-key'.padEnd(64, '0'), ...secretKeys]
  try {
    afterGrace()
    const { access } = await next(before.refresh)
    expect(await meStatus(access)).toBe(200)
  } finally {
    t.ctx.config.secretKeys = secretKeys
  }
})
