import { expect, test } from 'vitest'
import { buildMember, TEST_PASSWORD } from '../../../test/build-member.ts'
import { codeSentTo } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

async function openSecondSession(member: { email: string; phone: string | null }): Promise<string> {
  const headers = { 'user-agent': CHROME }
  const body = { username: member.email, password: TEST_PASSWORD }
  const { access } = (await t.call('POST', '/api/auth/token/', { body, headers })).body.data
  const otp = await codeSentTo(t, member.phone)
  return (await t.call('POST', '/api/auth/verify/otp/', { token: access, body: { otp }, headers })).body.data.access
}

test('sessions are listed with device and time, and each can be ended', async () => {
  const member = await buildMember(t)
  const second = await openSecondSession(member)
  const { body } = await t.call('GET', '/api/auth/sessions/', { token: member.tokens.access })
  expect(body.data).toHaveLength(2)
  const other = body.data.find((row: { is_current: boolean }) => !row.is_current)
  expect(other).toMatchObject({ device: 'Chrome on Windows', address: '127.0.0.1' })
  expect((await t.call('DELETE', `/api/auth/sessions/${other.id}/`, { token: member.tokens.access })).status).toBe(200)
  expect((await t.call('GET', '/api/users/me/', { token: second })).status).toBe(401)
})

test("a member cannot end another member's session", async () => {
  const [member, stranger] = [await buildMember(t), await buildMember(t)]
  const { status } = await t.call('DELETE', `/api/auth/sessions/${member.sessionId}/`, {
    token: stranger.tokens.access,
  })
  expect(status).toBe(404)
})

test('sign out everywhere else', async () => {
  const member = await buildMember(t)
  const second = await openSecondSession(member)
  await t.call('DELETE', '/api/auth/sessions/', { token: second })
  expect((await t.call('GET', '/api/users/me/', { token: member.tokens.access })).status).toBe(401)
  expect((await t.call('GET', '/api/users/me/', { token: second })).status).toBe(200)
})
