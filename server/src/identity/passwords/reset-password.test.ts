import { PAGES } from '@verso/protocol/pages/pages'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { codeSentTo, linkTokenSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { maskPhone } from '../codes/parse-phone.ts'
import { lockAnyMember } from '../throttling/lock-member.ts'

const t = useTestApp()
const forgot = (email: string) => t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
const reset = (email: string, token: string, password = 'another-pass') =>
  t.call('POST', '/api/auth/reset-password/', {
    body: { email, token, new_password: password, confirm_new_password: password },
  })
const signIn = (email: string, password: string) =>
  t.call('POST', '/api/auth/token/', { body: { username: email, password } })

async function memberWithLink(): Promise<Member & { token: string }> {
  const member = await buildMember(t)
  await forgot(member.email)
  return { ...member, token: await linkTokenSentTo(t, member.email) }
}

describe('forgotten password', () => {
  test('the link sets a new password, ends all sessions and tells the owner', async () => {
    const { email, token, tokens, phone } = await memberWithLink()
    const [mail] = await outboxOf(t, email)
    expect(new URL(mail.link).pathname).toBe(PAGES.resetPassword)
    expect(new URL(mail.link).searchParams.get('email')).toBe(email)
    expect((await reset(email, token)).status).toBe(200)
    expect((await t.call('GET', '/api/users/me/', { token: tokens.access })).status).toBe(401)
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(400)
    const { access } = (await signIn(email, 'another-pass')).body.data
    expect((await t.call('GET', '/api/users/me/', { token: access })).body.data.phone).toBe(maskPhone(phone ?? ''))
    expect((await outboxOf(t, email))[0].subject).toBe('Your password was changed')
  })

  test('the link works once, for one hour, for its own address', async () => {
    const first = await memberWithLink()
    const stranger = await buildMember(t)
    expect((await reset(stranger.email, first.token)).body.errors).toEqual([
      { token: ['This link is not valid or has expired.'] },
    ])
    const answers = await Promise.all([reset(first.email, first.token), reset(first.email, first.token)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
    const late = await memberWithLink()
    t.clock.advance(3_600_000)
    expect((await reset(late.email, late.token)).status).toBe(400)
  })

  test('lets in whom too many wrong passwords had shut out', async () => {
    const { email, token } = await memberWithLink()
    for (let i = 0; i < 11; i++) await signIn(email, 'wrong-pass')
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(429)
    expect((await reset(email, token)).status).toBe(200)
    expect((await signIn(email, 'another-pass')).status).toBe(200)
  })

  test('once a day, lets in whom a stranger with the password had left no code to be sent', async () => {
    const open = t.ctx.config.limits.smsPerPhonePerHour
    Object.assign(t.ctx.config.limits, { smsPerPhonePerHour: 1 })
    onTestFinished(() => void Object.assign(t.ctx.config.limits, { smsPerPhonePerHour: open }))
    const { email, token } = await memberWithLink()
    const statusAfterThat = async (password: string) => {
      t.clock.advance(31_000)
      return (await signIn(email, password)).status
    }
    expect(await statusAfterThat(TEST_PASSWORD)).toBe(200)
    expect(await statusAfterThat(TEST_PASSWORD)).toBe(429)
    await reset(email, token)
    expect(await statusAfterThat('another-pass')).toBe(200)
    expect(await statusAfterThat('another-pass')).toBe(429)
    await forgot(email)
    await reset(email, await linkTokenSentTo(t, email))
    expect(await statusAfterThat('another-pass')).toBe(429)
  })

  test('a stranger who keeps asking does not make the link in the mailbox useless', async () => {
    const { email, token } = await memberWithLink()
    await forgot(email)
    expect((await reset(email, token)).status).toBe(200)
  })

  test('two requests at the same moment send the same link', async () => {
    const { email } = await buildMember(t)
    const both = await t.ctx.db.transaction().execute(async (tx) => {
      // No link can be written, so that neither request sees the other's.
      await sql`lock table verification_codes in share row exclusive mode`.execute(tx)
      const answers = [forgot(email), forgot(email)]
      await expectWaiting(t, 2)
      return { answers }
    })
    await Promise.all(both.answers)
    const [second, first] = await outboxOf(t, email)
    expect(first?.link).toBe(second.link)
    expect((await reset(email, await linkTokenSentTo(t, email))).status).toBe(200)
  })

  test('a request at the moment of the reset ends in no deadlock', async () => {
    const { id, email, token } = await memberWithLink()
    const begin = vi.spyOn(t.ctx.db, 'transaction')
    onTestFinished(() => begin.mockRestore())
    const both = await t.ctx.db.transaction().execute(async (tx) => {
      await lockAnyMember(tx, id)
      const asking = forgot(email)
      await expectWaiting(t, 1)
      const resetting = reset(email, token)
      await expectWaiting(t, 2)
      return { answers: [asking, resetting] }
    })
    const answers = await Promise.all(both.answers)
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    // One each, none of them again, and the one of this test.
    expect(begin).toHaveBeenCalledTimes(3)
  })

  test('its form is checked', async () => {
    const body = { email: 'a@example.test', token: 'x', new_password: 'short', confirm_new_password: 'other' }
    const { status, body: answer } = await t.call('POST', '/api/auth/reset-password/', { body })
    expect(status).toBe(400)
    expect(answer.errors).toEqual([{ new_password: ['Too short'], confirm_new_password: ['Passwords must match'] }])
    expect((await reset('a@example.test', 'x', '12345678')).body.errors).toEqual([
      { new_password: ['This password is too common'] },
    ])
  })
})

describe('changing the password', () => {
  const change = (member: Member, current: string, newPassword = 'another-pass') =>
    t.call('POST', '/api/auth/password/', {
      token: member.tokens.access,
      body: { current, new_password: newPassword },
    })

  test('needs the current one, ends the other sessions and keeps this one', async () => {
    const member = await buildMember(t)
    const token = (await signIn(member.email, TEST_PASSWORD)).body.data.access
    const otp = await codeSentTo(t, member.phone)
    const other = (await t.call('POST', '/api/auth/verify/otp/', { token, body: { otp } })).body.data.access
    expect((await t.call('GET', '/api/users/me/', { token: other })).status).toBe(200)
    expect((await change(member, 'wrong-pass')).body.errors).toEqual([{ current: ['Wrong password'] }])
    expect((await change(member, TEST_PASSWORD)).status).toBe(200)
    expect((await t.call('GET', '/api/users/me/', { token: other })).status).toBe(401)
    expect((await t.call('GET', '/api/users/me/', { token: member.tokens.access })).status).toBe(200)
    expect((await signIn(member.email, 'another-pass')).status).toBe(200)
  })

  test('of many at the same moment one wins, and its password is the new one', async () => {
    const member = await buildMember(t)
    const passwords = Array.from({ length: 8 }, (_, n) => `another-pass-${n}`)
    const answers = await Promise.all(passwords.map((password) => change(member, TEST_PASSWORD, password)))
    const won = passwords.filter((_, n) => answers[n]?.status === 200)
    expect(won).toHaveLength(1)
    expect((await signIn(member.email, won[0] ?? '')).status).toBe(200)
  })

  test('needs a fresh second factor', async () => {
    const member = await buildMember(t, { steppedUp: false })
    const { status, body } = await change(member, TEST_PASSWORD)
    expect(status).toBe(403)
    expect(body).toMatchObject({ errors: ['Please confirm it is you.'], meta: { step_up: true } })
  })
})
