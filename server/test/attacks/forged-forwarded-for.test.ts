import { beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const CLIENT = '203.0.113.7'
const t = useTestApp({ env: { TRUST_PROXY: '1' } })
beforeAll(() => {
  const caps = { passwordFailuresPerAccountAndNetwork: 3, registrationsPerNetworkPerHour: 3, smsPerNetworkPerHour: 3 }
  t.ctx.config.limits = { ...t.ctx.config.limits, ...caps }
})

/** One client behind the proxy, which adds the client's address to the header that the client wrote. */
const statusesOf = async (path: string, bodyOf: (turn: number) => object, headers: Record<string, string> = {}) => {
  const statuses: number[] = []
  for (let turn = 1; turn <= 6; turn++) {
    const forged = `198.51.100.${turn}, 2001:db8:${turn}::1`
    const call = { headers: { ...headers, 'x-forwarded-for': `${forged}, ${CLIENT}` }, body: bodyOf(turn) }
    statuses.push((await t.call('POST', path, call)).status)
  }
  return statuses
}

describe('a client that forges X-Forwarded-For behind a proxy', () => {
  it('has as many wrong passwords as any other', async () => {
    const { email } = await buildMember(t)
    const statuses = await statusesOf('/api/auth/token/', () => ({ username: email, password: 'wrong-pass' }))
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  it('registers as often as any other', async () => {
    const statuses = await statusesOf('/api/auth/register/', (turn) => ({
      email: `forger-${turn}@example.test`,
      password: 'a-rare-pass-1',
      confirm_password: 'a-rare-pass-1',
    }))
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429])
  })

  it('makes the product text as often as any other', async () => {
    const members = await Promise.all(
      Array.from({ length: 6 }, () => buildMember(t, { hasPhone: false, session: 'TEMPORARY' })),
    )
    const statuses: number[] = []
    for (const [turn, member] of members.entries()) {
      const headers = { ...member.headers, 'x-forwarded-for': `198.51.100.${turn}, ${CLIENT}` }
      const body = { phone: `+9477212345${turn}` }
      statuses.push((await t.call('POST', '/api/auth/verify/resend-mobile/', { headers, body })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
  })

  it('is itself in its list of sessions', async () => {
    const { email, password } = await buildMember(t)
    const headers = { 'x-forwarded-for': `198.51.100.9, 192.0.2.44` }
    const { status } = await t.call('POST', '/api/auth/token/', { headers, body: { username: email, password } })
    expect(status).toBe(200)
    const session = await t.ctx.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.address')
      .where('users.email', '=', email)
      .orderBy('sessions.created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(session.address).toBe('192.0.2.44')
  })
})
