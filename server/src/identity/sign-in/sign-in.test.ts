import { describe, expect, test } from 'vitest'
import { buildMember, TEST_PASSWORD } from '../../../test/build-member.ts'
import { codeSentTo, linkTokenSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const signIn = (username: string, password = TEST_PASSWORD) =>
  t.call('POST', '/api/auth/token/', { body: { username, password } })
const verify = (token: string, otp: string) => t.call('POST', '/api/auth/verify/otp/', { token, body: { otp } })
const NEW_PHONE = '+94771234567'

test('from registration to the full token', async () => {
  const email = 'ann@example.test'
  const body = { email: 'Ann@Example.test', password: 'a-good-pass', confirm_password: 'a-good-pass', terms: false }
  const registered = await t.call('POST', '/api/auth/register/', { body })
  expect(registered).toMatchObject({ status: 201, body: { data: { email } } })
  const token = await linkTokenSentTo(t, email)
  expect((await t.call('GET', `/api/auth/verify/email/?token=${token}&method=EMAIL`)).status).toBe(200)

  const first = (await signIn('ANN@example.test', 'a-good-pass')).body.data.access
  const pending = await t.call('GET', '/api/users/me/', { token: first })
  expect(pending.body.data).toMatchObject({ email, reg_status: 'PENDING_MOBILE', phone: null, subscription: 1 })
  const sent = await t.call('POST', '/api/auth/verify/resend-mobile/', { token: first, body: { phone: '94771234567' } })
  expect(sent).toMatchObject({ status: 200, body: { data: { retry_after: 30 } } })
  const mobile = { token: await codeSentTo(t, NEW_PHONE), method: 'SMS' }
  expect((await t.call('POST', '/api/auth/verify/mobile/', { token: first, body: mobile })).status).toBe(200)

  const second = (await signIn(email, 'a-good-pass')).body.data.access
  const full = await verify(second, await codeSentTo(t, NEW_PHONE))
  expect(full.status).toBe(200)
  const me = await t.call('GET', '/api/users/me/', { token: full.body.data.access })
  expect(me.body.data).toMatchObject({ reg_status: 'VERIFIED', phone: '+94*****4567' })
})

describe('the password', () => {
  test('a wrong one and an unknown address get the same answer', async () => {
    const { email } = await buildMember(t)
    const [wrong, unknown] = await Promise.all([signIn(email, 'wrong-pass'), signIn('nobody@example.test')])
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors).toEqual([{ non_field_errors: ['Unable to sign in with these credentials.'] }])
    expect({ ...unknown.body, request_id: 0 }).toEqual({ ...wrong.body, request_id: 0 })
  })

  test('an unverified address is told to verify, only with the right password', async () => {
    const { email } = await buildMember(t, { verified: false })
    const { status, body } = await signIn(email)
    expect([status, body.code]).toEqual([400, 'email_not_verified'])
    expect(body.errors).toEqual([{ non_field_errors: ['Please verify your e-mail address first.'] }])
    expect((await signIn(email, 'wrong-pass')).body.errors[0].non_field_errors[0]).toMatch('Unable to sign in')
  })

  test('its form is checked with the fixed messages', async () => {
    const { body } = await t.call('POST', '/api/auth/token/', { body: { password: 'short' } })
    expect(body.errors).toEqual([{ username: ['Required'], password: ['Too short'] }])
  })

  test('after ten failures this network waits, another one does not', async () => {
    const { email } = await buildMember(t)
    for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong-pass')).status).toBe(400)
    const refused = await signIn(email)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await t.app.inject({
      method: 'POST',
      url: '/api/auth/token/',
      remoteAddress: '203.0.113.9',
      payload: { username: email, password: TEST_PASSWORD },
    })
    expect(elsewhere.statusCode).toBe(200)
  })

  test('a suspended member signs in as always, and reads that they are', async () => {
    const { email, phone } = await buildMember(t, { isSuspended: true })
    const { access } = (await signIn(email)).body.data
    const { data: tokens } = (await verify(access, await codeSentTo(t, phone))).body
    const me = await t.call('GET', '/api/users/me/', { token: tokens.access })
    expect(me.body.data).toMatchObject({ email, is_suspended: true })
    expect((await t.call('POST', '/api/auth/token/refresh/', { body: tokens })).status).toBe(200)
  })
})

describe('the sign-in code', () => {
  test('a second password sign-in within 30 s keeps the live code', async () => {
    const { email, phone } = await buildMember(t)
    await signIn(email)
    const again = await signIn(email)
    expect(again.status).toBe(200)
    expect(await outboxOf(t, phone ?? '')).toHaveLength(1)
    expect((await verify(again.body.data.access, await codeSentTo(t, phone))).status).toBe(200)
  })

  test('Retry sends the current code again, at most every 30 s', async () => {
    const { email, phone } = await buildMember(t)
    const { access } = (await signIn(email)).body.data
    const resend = () => t.call('POST', '/api/auth/verify/resend-mobile/', { token: access, body: {} })
    const early = await resend()
    expect(early.status).toBe(429)
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(30)
    t.clock.advance(30_000)
    expect((await resend()).status).toBe(200)
    const [second, first] = await outboxOf(t, phone ?? '')
    expect(second.code).toBe(first?.code)
  })

  test('one of 50 simultaneous tries with the same code wins, and the others count for nothing', async () => {
    const { id, email, phone } = await buildMember(t)
    const { access } = (await signIn(email)).body.data
    const code = await codeSentTo(t, phone)
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(access, code)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(
      await t.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).where('kind', '=', 'FULL').execute(),
    ).toHaveLength(2)
    expect(await failuresOf(id)).toBe(0)
  })

  test('one that was just consumed counts for nothing, also against the one that was sent after it', async () => {
    const { id, email, phone } = await buildMember(t)
    const spent = (await signIn(email)).body.data
    const spentCode = await codeSentTo(t, phone)
    expect((await verify(spent.access, spentCode)).status).toBe(200)
    const { access } = (await signIn(email)).body.data
    const code = await codeSentTo(t, phone)
    expect(code).not.toBe(spentCode)
    for (let i = 0; i < 6; i++) expect((await verify(access, spentCode)).status).toBe(400)
    expect(await failuresOf(id)).toBe(0)
    expect((await verify(access, code)).status).toBe(200)
  })

  test('wrong tries are counted exactly, and after five the right code is refused too', async () => {
    const { id, email, phone } = await buildMember(t)
    const { access } = (await signIn(email)).body.data
    const code = await codeSentTo(t, phone)
    const wrong = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(access, wrong)))
    for (const answer of answers) expect(answer.body.errors).toEqual([{ otp: ['Invalid OTP'] }])
    const { tries } = await t.ctx.db
      .selectFrom('verification_codes')
      .select('tries')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect(await failuresOf(id)).toBe(5)
    expect((await verify(access, code)).status).toBe(400)
  })

  test('expires after ten minutes', async () => {
    const { email, phone } = await buildMember(t)
    await signIn(email)
    const code = await codeSentTo(t, phone)
    t.clock.advance(10 * 60_000)
    const { access } = (await signIn(email)).body.data
    expect((await verify(access, code)).status).toBe(400)
    expect((await verify(access, await codeSentTo(t, phone))).status).toBe(200)
  })

  test('ten wrong ones lock new sign-ins for 15 minutes, open sessions go on, a reset unlocks', async () => {
    const { email, phone, tokens } = await buildMember(t)
    const { access } = (await signIn(email)).body.data
    const code = await codeSentTo(t, phone)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 10; i++) expect((await verify(access, wrong)).status).toBe(400)
    expect((await verify(access, code)).status).toBe(429)
    expect((await signIn(email)).status).toBe(429)
    expect((await t.call('GET', '/api/auth/sessions/', { token: tokens.access })).status).toBe(200)
    await t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
    const body = {
      email,
      token: await linkTokenSentTo(t, email),
      new_password: 'another-pass',
      confirm_new_password: 'another-pass',
    }
    expect((await t.call('POST', '/api/auth/reset-password/', { body })).status).toBe(200)
    expect((await signIn(email, 'another-pass')).status).toBe(200)
  })

  const failuresOf = async (id: string) =>
    (
      await t.ctx.db
        .selectFrom('second_factor_failures')
        .select('failures')
        .where('user_id', '=', id)
        .executeTakeFirst()
    )?.failures ?? 0
})

describe('the temporary token', () => {
  test('opens nothing but the way to the full one', async () => {
    const { tokens } = await buildMember(t, { session: 'TEMPORARY' })
    for (const path of ['/api/auth/sessions/', '/api/users/me/export/', '/api/users/me/following/']) {
      expect((await t.call('GET', path, { token: tokens.access })).status).toBe(401)
    }
    expect((await t.call('PUT', '/api/users/me/', { token: tokens.access, body: {} })).status).toBe(401)
  })

  test('is consumed by the code, and its refresh never gives a full one', async () => {
    const { email, phone } = await buildMember(t)
    const temporary = (await signIn(email)).body.data
    const renewed = (await t.call('POST', '/api/auth/token/refresh/', { body: temporary })).body.data
    expect((await t.call('GET', '/api/auth/sessions/', { token: renewed.access })).status).toBe(401)
    expect((await verify(renewed.access, await codeSentTo(t, phone))).status).toBe(200)
    expect((await t.call('GET', '/api/users/me/', { token: renewed.access })).status).toBe(401)
    expect((await t.call('POST', '/api/auth/token/refresh/', { body: renewed })).status).toBe(401)
  })

  test('ends after 15 minutes, renewed or not', async () => {
    const { tokens } = await buildMember(t, { session: 'TEMPORARY' })
    t.clock.advance(9 * 60_000)
    const renewed = (await t.call('POST', '/api/auth/token/refresh/', { body: tokens })).body.data
    t.clock.advance(6 * 60_000)
    expect((await t.call('GET', '/api/users/me/', { token: renewed.access })).status).toBe(401)
    expect((await t.call('POST', '/api/auth/token/refresh/', { body: renewed })).status).toBe(401)
  })
})
