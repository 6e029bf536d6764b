import { expect, test } from 'vitest'
import { buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const LONGEST = 'a long one '.repeat(19).slice(0, 200)
const change = (member: Member, password: string) =>
  t.call('POST', '/api/auth/password/', {
    token: member.tokens.access,
    body: { current: TEST_PASSWORD, new_password: password },
  })
const signIn = async ({ email }: Member, password: string) =>
  (await t.call('POST', '/api/auth/token/', { body: { username: email, password } })).status

test.each([
  ['of small letters alone', 'quitewithoutcapitals', 'Quitewithoutcapitals'],
  ['of digits alone', '739105846203', '73910584620'],
  ['with spaces at its ends', '  kept as typed ', 'kept as typed'],
  ['of other scripts and pictures', 'пароль 漢字 😀😀', 'пароль 漢字 😀'],
  ['of 200 characters', LONGEST, LONGEST.slice(0, -1)],
])('a password %s opens the account exactly as it was typed', async (_what, password, almost) => {
  const member = await buildMember(t)
  expect((await change(member, password)).status).toBe(200)
  expect(await signIn(member, almost)).toBe(400)
  expect(await signIn(member, password)).toBe(200)
})

test('a password that is years old is asked for no change', async () => {
  const member = await buildMember(t)
  t.clock.advance(5 * 365 * 24 * 3_600_000)
  expect(await signIn(member, TEST_PASSWORD)).toBe(200)
})

test('a longer one is refused, not cut', async () => {
  expect((await change(await buildMember(t), `${LONGEST}x`)).status).toBe(400)
})
