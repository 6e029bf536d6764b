import { describe, expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { codeSentTo } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const send = (member: Member) => t.call('POST', '/api/auth/verify/step-up/send/', { token: member.tokens.access })
const confirm = (member: Member, otp: string) =>
  t.call('POST', '/api/auth/verify/step-up/', { token: member.tokens.access, body: { otp } })
const guarded = (member: Member) =>
  t.call('POST', '/api/auth/password/', {
    token: member.tokens.access,
    body: { current: 'wrong-pass', new_password: 'another-pass' },
  })

test('the code opens what needs a second factor, for 15 minutes', async () => {
  const member = await buildMember(t, { steppedUp: false })
  expect((await guarded(member)).body.meta).toEqual({ step_up: true })
  expect((await send(member)).status).toBe(200)
  expect((await confirm(member, await codeSentTo(t, member.phone))).status).toBe(200)
  expect((await guarded(member)).status).toBe(400)
  t.clock.advance(15 * 60_000)
  const { access } = (await t.call('POST', '/api/auth/token/refresh/', { body: member.tokens })).body.data
  expect((await guarded({ ...member, tokens: { ...member.tokens, access } })).status).toBe(403)
})

test('a copy of everything that is held on a member is given out only after one', async () => {
  const member = await buildMember(t, { steppedUp: false })
  const take = () => t.call('GET', '/api/users/me/export/', { token: member.tokens.access })
  expect(await take()).toMatchObject({ status: 403, body: { code: 'step_up_required', meta: { step_up: true } } })
  await send(member)
  await confirm(member, await codeSentTo(t, member.phone))
  expect((await take()).status).toBe(200)
})

test('a wrong code confirms nothing, and a sign-in code is not a step-up code', async () => {
  const member = await buildMember(t, { steppedUp: false })
  await t.call('POST', '/api/auth/token/', { body: { username: member.email, password: member.password } })
  const signInCode = await codeSentTo(t, member.phone)
  expect((await confirm(member, signInCode)).body.errors).toEqual([{ otp: ['Invalid OTP'] }])
  expect((await guarded(member)).status).toBe(403)
})

test('another code comes after 30 s', async () => {
  const member = await buildMember(t)
  await send(member)
  expect((await send(member)).status).toBe(429)
})

describe('wrong codes', () => {
  const signIn = async ({ email, password }: Member) =>
    t.call('POST', '/api/auth/token/', { body: { username: email, password } })
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  test('of who only has the password lock new sign-ins, and open sessions still step up', async () => {
    const member = await buildMember(t, { steppedUp: false })
    const { access } = (await signIn(member)).body.data
    const otp = wrong(await codeSentTo(t, member.phone))
    const tryOtp = () => t.call('POST', '/api/auth/verify/otp/', { token: access, body: { otp } })
    for (let i = 0; i < 10; i++) expect((await tryOtp()).status).toBe(400)
    expect((await tryOtp()).status).toBe(429)
    await send(member)
    expect((await confirm(member, await codeSentTo(t, member.phone))).status).toBe(200)
    expect((await signIn(member)).status).toBe(429)
  })

  test('at a step-up lock that session’s step-ups for 15 minutes, neither those of another nor new sign-ins', async () => {
    const member = await buildMember(t, { steppedUp: false })
    const { access: temporary } = (await signIn(member)).body.data
    const otp = await codeSentTo(t, member.phone)
    const elsewhere = await t.call('POST', '/api/auth/verify/otp/', { token: temporary, body: { otp } })
    await send(member)
    const code = await codeSentTo(t, member.phone)
    for (let i = 0; i < 10; i++) expect((await confirm(member, wrong(code))).status).toBe(400)
    expect((await confirm(member, code)).status).toBe(429)
    expect((await signIn(member)).status).toBe(200)
    const other = { ...member, tokens: elsewhere.body.data }
    t.clock.advance(30_000)
    expect((await send(other)).status).toBe(200)
    expect((await confirm(other, await codeSentTo(t, member.phone))).status).toBe(200)
    t.clock.advance(15 * 60_000)
    const { access } = (await t.call('POST', '/api/auth/token/refresh/', { body: member.tokens })).body.data
    const later = { ...member, tokens: { ...member.tokens, access } }
    expect((await send(later)).status).toBe(200)
    expect((await confirm(later, await codeSentTo(t, member.phone))).status).toBe(200)
  })
})
