import { afterEach, describe, expect, test } from 'vitest'
import type { Failpoint } from '../src/failpoints.ts'
import { buildMember, type Member, TEST_PASSWORD } from './build-member.ts'
import { codeSentTo, linkTokenSentTo, outboxOf } from './outbox.ts'
import { type Answer, useTestApp } from './test-app.ts'
import { unlogged } from './unlogged.ts'

const NEW_PASSWORD = 'another-pass'

const t = useTestApp()
afterEach(async () => {
  expect(t.ctx.failpoints.listArmed()).toEqual([])
  await t.runJobs()
})

/** The work is done and its answer lost. */
async function crashAt(point: Failpoint, ask: () => Promise<Answer>): Promise<void> {
  t.ctx.failpoints.arm(point)
  expect(await unlogged(t, ask)).toBe(500)
}

describe('a crash before the answer to a visitor', () => {
  test('leaves one account, whose mail verifies it, and the same form once more is the same person', async () => {
    const email = 'crashed@example.test'
    const body = { email, password: TEST_PASSWORD, confirm_password: TEST_PASSWORD, terms: true }
    const register = () => t.call('POST', '/api/auth/register/', { body })
    await crashAt('register-member.after-commit', register)
    expect((await register()).status).toBe(201)
    expect(await countUsers(email)).toBe(1)
    // A member who asks twice gets two mails, both with the one link.
    expect(new Set((await outboxOf(t, email)).map((mail) => mail.link)).size).toBe(1)
    expect((await openLink(await linkTokenSentTo(t, email))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  test('leaves the address verified, and the link opened again says so', async () => {
    const { email } = await buildMember(t, { verified: false })
    await t.call('POST', '/api/auth/verify/resend-email/', { body: { email } })
    const token = await linkTokenSentTo(t, email)
    await crashAt('verify-email.after-commit', () => openLink(token))
    expect((await openLink(token)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  test('leaves the new password set, with one mail, and the spent link changes nothing more', async () => {
    const { email, tokens } = await buildMember(t)
    await t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
    const token = await linkTokenSentTo(t, email)
    const body = { email, token, new_password: NEW_PASSWORD, confirm_new_password: NEW_PASSWORD }
    const reset = () => t.call('POST', '/api/auth/reset-password/', { body })
    await crashAt('reset-password.after-commit', reset)
    expect((await reset()).body.errors).toEqual([{ token: ['This link is not valid or has expired.'] }])
    expect(await countMails(email, 'Your password was changed')).toBe(1)
    expect(await meStatus(tokens.access)).toBe(401)
    expect((await signIn(email)).status).toBe(400)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  test('leaves an unused session, and the repeated sign-in goes on with the code that was sent', async () => {
    const member = await buildMember(t)
    await crashAt('sign-in.after-commit', () => signIn(member.email))
    const { access } = (await signIn(member.email)).body.data
    expect(await outboxOf(t, member.phone ?? '')).toHaveLength(1)
    const full = await verifyOtp(access, await codeSentTo(t, member.phone))
    expect(await meStatus(full.body.data.access)).toBe(200)
  })
})

describe('a crash before the answer to a member', () => {
  test('that asked for a code leaves one, which works', async () => {
    const member = await buildMember(t, { hasPhone: false })
    const phone = '+94712349001'
    await crashAt('send-code.after-commit', () => sendCode(member, phone))
    expect((await sendCode(member, phone)).status).toBe(429)
    expect(await outboxOf(t, phone)).toHaveLength(1)
    expect((await verifyMobile(member, await codeSentTo(t, phone))).status).toBe(200)
  })

  test('whose first phone was verified leaves it verified: the same code is accepted again, and the next step is to sign in with it', async () => {
    const member = await buildMember(t, { hasPhone: false })
    const phone = '+94712349002'
    await sendCode(member, phone)
    const code = await codeSentTo(t, phone)
    await crashAt('verify-mobile.after-commit', () => verifyMobile(member, code))
    const me = await t.call('GET', '/api/users/me/', { token: member.tokens.access })
    expect(me.body.data.reg_status).toBe('VERIFIED')
    expect((await verifyMobile(member, code)).status).toBe(200)
    const { access } = (await signIn(member.email)).body.data
    expect((await verifyOtp(access, await codeSentTo(t, phone))).status).toBe(200)
  })

  test('whose phone was changed leaves the new one, with one mail to the owner', async () => {
    const member = await buildMember(t)
    const phone = '+94712349003'
    await sendCode(member, phone)
    const code = await codeSentTo(t, phone)
    await crashAt('verify-mobile.after-commit', () => verifyMobile(member, code))
    expect((await verifyMobile(member, code)).body.errors).toEqual([{ token: ['Invalid OTP'] }])
    expect(await countMails(member.email, 'Your phone number was changed')).toBe(1)
    const users = t.ctx.db.selectFrom('users').select('phone').where('id', '=', member.id)
    expect(await users.executeTakeFirst()).toEqual({ phone })
  })

  test('who gave the second factor is not locked out: signing in again gets a new code at once', async () => {
    const member = await buildMember(t)
    const first = (await signIn(member.email)).body.data
    const code = await codeSentTo(t, member.phone)
    const verify = () => verifyOtp(first.access, code)
    await crashAt('verify-otp.after-commit', verify)
    // One password opens one session.
    expect((await verify()).status).toBe(401)
    const { access } = (await signIn(member.email)).body.data
    expect((await verifyOtp(access, await codeSentTo(t, member.phone))).status).toBe(200)
    const failures = t.ctx.db.selectFrom('second_factor_failures').selectAll().where('user_id', '=', member.id)
    expect(await failures.execute()).toEqual([])
  })

  test('who renews the session keeps it: the same token within the grace gets the next pair', async () => {
    const { tokens, sessionId } = await buildMember(t)
    const renew = (refresh: string) => t.call('POST', '/api/auth/token/refresh/', { body: { refresh } })
    await crashAt('refresh-tokens.after-commit', () => renew(tokens.refresh))
    t.clock.advance(5_000)
    const again = await renew(tokens.refresh)
    expect(again.status).toBe(200)
    expect(await meStatus(again.body.data.access)).toBe(200)
    t.clock.advance(60_000)
    expect((await renew(again.body.data.refresh)).status).toBe(200)
    const sessions = t.ctx.db.selectFrom('sessions').select('revoked_at').where('id', '=', sessionId)
    expect(await sessions.execute()).toEqual([{ revoked_at: null }])
  })

  test('who changed the password stays signed in with the new one, and is told once', async () => {
    const { email, tokens } = await buildMember(t)
    const body = { current: TEST_PASSWORD, new_password: NEW_PASSWORD }
    const change = () => t.call('POST', '/api/auth/password/', { token: tokens.access, body })
    await crashAt('change-password.after-commit', change)
    expect((await change()).body.errors).toEqual([{ current: ['Wrong password'] }])
    expect(await meStatus(tokens.access)).toBe(200)
    expect(await countMails(email, 'Your password was changed')).toBe(1)
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
  })

  test('who left is gone, is told once, and may register anew', async () => {
    const { email, tokens } = await buildMember(t)
    const leave = () => t.call('DELETE', '/api/users/me/', { token: tokens.access })
    await crashAt('delete-me.after-commit', leave)
    expect((await leave()).status).toBe(401)
    expect(await countUsers(email)).toBe(0)
    expect(await outboxOf(t, email)).toHaveLength(1)
    const body = { email, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
    expect((await t.call('POST', '/api/auth/register/', { body })).status).toBe(201)
    expect(await countUsers(email)).toBe(1)
  })
})

const signIn = (username: string, password = TEST_PASSWORD) =>
  t.call('POST', '/api/auth/token/', { body: { username, password } })
const verifyOtp = (token: string, otp: string) => t.call('POST', '/api/auth/verify/otp/', { token, body: { otp } })
const openLink = (token: string) => t.call('GET', `/api/auth/verify/email/?token=${token}&method=EMAIL`)
const sendCode = ({ tokens }: Member, phone: string) =>
  t.call('POST', '/api/auth/verify/resend-mobile/', { token: tokens.access, body: { phone } })
const verifyMobile = ({ tokens }: Member, token: string) =>
  t.call('POST', '/api/auth/verify/mobile/', { token: tokens.access, body: { token, method: 'SMS' } })
const meStatus = async (token: string) => (await t.call('GET', '/api/users/me/', { token })).status
const countMails = async (to: string, subject: string): Promise<number> =>
  (await outboxOf(t, to)).filter((mail) => mail.subject === subject).length
const countUsers = async (email: string): Promise<number> =>
  (await t.ctx.db.selectFrom('users').select('id').where('email', '=', email).execute()).length
