import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildMember, type Member, TEST_PASSWORD } from '../build-member.ts'
import { codeSentTo, linkTokenSentTo } from '../outbox.ts'
import { useTestApp } from '../test-app.ts'

const NETWORK_LIMIT = 30
const ACCOUNT_LIMIT = 12
const t = useTestApp({
  env: {
    PASSWORD_FAILURES_PER_NETWORK: String(NETWORK_LIMIT),
    PASSWORD_FAILURES_PER_ACCOUNT: String(ACCOUNT_LIMIT),
    CODE_FAILURES_PER_ACCOUNT: '6',
  },
})

let count = 0
/** An address that no other test uses. */
const newAddress = () => `198.18.${(count >> 8) & 255}.${count++ & 255}`

async function post(path: string, payload: object, { from, token }: { from: string; token?: string }) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await t.app.inject({ method: 'POST', url: path, remoteAddress: from, headers, payload })
  return { status: answer.statusCode, body: answer.json(), retryAfter: Number(answer.headers['retry-after']) }
}
const signIn = (username: string, password: string, from: string) =>
  post('/api/auth/token/', { username, password }, { from })

/** Password and code from an address: it is then a network of the member. */
async function signInFully(member: Member, from: string): Promise<void> {
  t.clock.advance(31_000)
  const { body } = await signIn(member.email, TEST_PASSWORD, from)
  const otp = await codeSentTo(t, member.phone)
  expect((await post('/api/auth/verify/otp/', { otp }, { from, token: body.data.access })).status).toBe(200)
}

/** Guesses as a botnet does: each wrong password from another network. */
async function guessFromEverywhere(email: string, times = ACCOUNT_LIMIT + 3): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i++) statuses.push((await signIn(email, `wrong-pass-${i}`, newAddress())).status)
  return statuses
}

async function resetPassword(email: string, password: string, from: string): Promise<void> {
  await post('/api/auth/request-password-reset/', { email }, { from })
  const token = await linkTokenSentTo(t, email)
  const body = { email, token, new_password: password, confirm_new_password: password }
  expect((await post('/api/auth/reset-password/', body, { from })).status).toBe(200)
}

describe('one network that tries a password on many accounts', () => {
  test('is refused over all accounts, with the time to wait', async () => {
    const from = newAddress()
    const member = await buildMember(t)
    for (let i = 0; i < NETWORK_LIMIT; i++)
      expect((await signIn(`sprayed-${i}@example.test`, 'Summer-2026', from)).status).toBe(400)
    const refused = await signIn(member.email, TEST_PASSWORD, from)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect((await signIn(member.email, TEST_PASSWORD, newAddress())).status).toBe(200)
    t.clock.advance(15 * 60_000)
    expect((await signIn(member.email, TEST_PASSWORD, from)).status).toBe(200)
  })

  test('is counted exactly when all tries come at once', async () => {
    const from = newAddress()
    const tries = Array.from({ length: NETWORK_LIMIT + 10 }, (_, i) =>
      signIn(`at-once-${i}@example.test`, 'wrong-pass', from),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(NETWORK_LIMIT)
  })

  test('does not start anew by signing in to an account of its own', async () => {
    const from = newAddress()
    const own = await buildMember(t)
    for (let i = 0; i < NETWORK_LIMIT; i++) {
      expect((await signIn(`between-${i}@example.test`, 'wrong-pass', from)).status).toBe(400)
      if (i % 10 === 0) expect((await signIn(own.email, TEST_PASSWORD, from)).status).toBe(200)
    }
    expect((await signIn('between@example.test', 'wrong-pass', from)).status).toBe(429)
  })

  test('members who sign in rightly do not use it up', async () => {
    const from = newAddress()
    const { email } = await buildMember(t)
    for (let i = 0; i < NETWORK_LIMIT + 5; i++) expect((await signIn(email, TEST_PASSWORD, from)).status).toBe(200)
  })
})

describe('many networks that guess the password of one account', () => {
  test('share one budget', async () => {
    const { email } = await buildMember(t)
    const statuses = await guessFromEverywhere(email)
    expect(statuses).toEqual([...Array(ACCOUNT_LIMIT).fill(400), 429, 429, 429])
  })

  test('do not keep the member out of where they signed in before, nor out of a new place with a mailed link', async () => {
    const member = await buildMember(t)
    const home = newAddress()
    await signInFully(member, home)
    await guessFromEverywhere(member.email)
    expect((await signIn(member.email, TEST_PASSWORD, home)).status).toBe(200)

    const abroad = newAddress()
    expect((await signIn(member.email, TEST_PASSWORD, abroad)).status).toBe(429)
    await resetPassword(member.email, 'another-pass', abroad)
    await guessFromEverywhere(member.email)
    expect((await signIn(member.email, 'another-pass', abroad)).status).toBe(200)
  })

  test("where the member signed in before, ten tries are a network's own as ever", async () => {
    const member = await buildMember(t)
    const home = newAddress()
    await signInFully(member, home)
    for (let i = 0; i < 10; i++) expect((await signIn(member.email, 'wrong-pass', home)).status).toBe(400)
    expect((await signIn(member.email, TEST_PASSWORD, home)).status).toBe(429)
  })

  test('get the same answers for an unknown address', async () => {
    const statuses = await guessFromEverywhere('nobody-at-all@example.test')
    expect(statuses).toEqual([...Array(ACCOUNT_LIMIT).fill(400), 429, 429, 429])
  })
})

describe('a stranger with the password who guesses codes', () => {
  let realLimit: number
  beforeEach(() => {
    realLimit = t.ctx.config.limits.secondFactorFailures
  })
  afterEach(() => {
    t.ctx.config.limits.secondFactorFailures = realLimit
  })

  async function guessCodes(member: Member, times: number): Promise<number[]> {
    const statuses: number[] = []
    for (let i = 0; i < times; i++) {
      const from = newAddress()
      t.clock.advance(31_000)
      const { body } = await signIn(member.email, TEST_PASSWORD, from)
      const code = await codeSentTo(t, member.phone)
      const otp = code === '000000' ? '000001' : '000000'
      statuses.push((await post('/api/auth/verify/otp/', { otp }, { from, token: body.data.access })).status)
    }
    return statuses
  }

  test("has one budget a day over all networks, which the member's own networks do not share", async () => {
    // The lock of 15 minutes has its own tests.
    t.ctx.config.limits.secondFactorFailures = 1_000
    const member = await buildMember(t)
    const home = newAddress()
    await signInFully(member, home)
    expect(await guessCodes(member, 8)).toEqual([...Array(6).fill(400), 429, 429])
    await signInFully(member, home)
  })

  test('is out after a reset, and the member is in', async () => {
    t.ctx.config.limits.secondFactorFailures = 1_000
    const member = await buildMember(t)
    await guessCodes(member, 7)
    const abroad = newAddress()
    await resetPassword(member.email, 'another-pass', abroad)
    t.clock.advance(31_000)
    const { body } = await signIn(member.email, 'another-pass', abroad)
    const otp = await codeSentTo(t, member.phone)
    expect((await post('/api/auth/verify/otp/', { otp }, { from: abroad, token: body.data.access })).status).toBe(200)
  })
})
