import { expect, test } from 'vitest'
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
