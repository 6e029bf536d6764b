import { get } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { expect, test, vi } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { codeSentTo, linkTokenSentTo } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { buildApp } from '../../app.ts'
import { createLogger } from '../../logger.ts'
import type { App } from '../app-type.ts'

const t = useTestApp()

/** An app whose lines are kept, of a worker of two. */
async function loggedApp(
  level = 'info',
): Promise<{ app: App; written: string[]; requests(): Record<string, unknown>[] }> {
  const written: string[] = []
  const log = createLogger(level, { role: 'api', lines: { write: (line) => void written.push(line) } })
  const app = await buildApp({ ...t.ctx, log }, 'marketplace')
  const requests = () => written.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a request was answered')
  return { app, written, requests }
}

test('each request is one line with its route, status, time, member, and the id that its client gave', async () => {
  const { app, requests } = await loggedApp()
  const { id, headers } = await buildMember(t)
  const answer = await app.inject({ url: '/api/users/me/', headers: { ...headers, 'x-request-id': 'edge-7f3a.1' } })
  expect(answer.headers['x-request-id']).toBe('edge-7f3a.1')
  await expect.poll(() => requests()).toHaveLength(1)
  expect(requests()[0]).toEqual({
    level: 30,
    time: expect.any(String),
    role: 'api',
    host: expect.stringMatching(/./),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    request_id: 'edge-7f3a.1',
    method: 'GET',
    route: '/api/users/me/',
    status: 200,
    ms: expect.any(Number),
    member_id: id,
    msg: 'a request was answered',
  })
})

test('what is no route, and what is refused before one, is a line too; an id that is none is replaced', async () => {
  const { app, requests } = await loggedApp()
  const headers = { 'x-request-id': 'a "forged" line' }
  const unknown = await app.inject({ url: '/api/none/', headers })
  expect(unknown.json().request_id).toMatch(/^[0-9a-f-]{36}$/)
  await app.inject({ url: '/api/users/me/' })
  await expect.poll(() => requests()).toHaveLength(2)
  const [first, second] = requests()
  expect(first).toMatchObject({ status: 404, member_id: null, request_id: unknown.json().request_id })
  expect(second).toMatchObject({ route: '/api/users/me/', status: 401, member_id: null })
})

test('a request whose client goes before the answer is one line, and no answer of ours', async () => {
  const { app, requests } = await loggedApp()
  let begun = () => {}
  const asked = new Promise<void>((resolve) => (begun = resolve))
  const check = vi.spyOn(t.ctx.storage, 'check').mockImplementation(async () => {
    begun()
    client.destroy()
    // Until the server has seen it go.
    await expect.poll(() => countConnections(app.server)).toBe(0)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = get({ port, host: '127.0.0.1', path: '/api/ready/' }).on('error', () => undefined)
  await asked
  await expect.poll(() => requests()).toMatchObject([{ route: '/api/ready/', status: 499 }])
  check.mockRestore()
  await app.close()
})

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('no line, at its most talkative, holds a password, a code, a token of a link or one of a session', async () => {
  const { app, written } = await loggedApp('debug')
  const call = async (method: 'GET' | 'POST', url: string, body?: object, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    return answer.json()
  }
  const [email, phone, password] = ['ann@example.test', '+94771234567', 'a-good-pass']
  await call('POST', '/api/auth/register/', { email, password, confirm_password: password, terms: false })
  const link = await linkTokenSentTo(t, email)
  await call('GET', `/api/auth/verify/email/?token=${link}&method=EMAIL`)
  const signIn = () => call('POST', '/api/auth/token/', { username: email, password })
  const { data: temporary } = await signIn()
  await call('POST', '/api/auth/verify/resend-mobile/', { phone }, temporary.access)
  const mobileCode = await codeSentTo(t, phone)
  await call('POST', '/api/auth/verify/mobile/', { token: mobileCode, method: 'SMS' }, temporary.access)
  const { data: second } = await signIn()
  const code = await codeSentTo(t, phone)
  const { data: full } = await call('POST', '/api/auth/verify/otp/', { otp: code }, second.access)
  const { data: renewed } = await call('POST', '/api/auth/token/refresh/', { refresh: full.refresh })
  await call('POST', '/api/auth/request-password-reset/', { email })
  const reset = await linkTokenSentTo(t, email)
  await call('POST', '/api/auth/reset-password/', { token: reset, email, password, confirm_password: password })
  await call('POST', `/api/notifications/unsubscribe/${link}/`)
  await call('GET', '/api/auth/%', {}, renewed.access)

  const secrets = [password, link, reset, phone, mobileCode, code, ...t.ctx.config.secretKeys]
  const tokens = [temporary, second, full, renewed].flatMap(({ access, refresh }) => [access, refresh])
  const all = [...secrets, ...tokens]
  expect(all.every((secret) => typeof secret === 'string' && secret.length >= 6)).toBe(true)
  expect(written.length).toBeGreaterThan(11)
  // Times and ids have six digits in a row by chance.
  const text = written.map((line) => line.replaceAll(/"(time|request_id|member_id)":"[^"]*"/g, '')).join('')
  expect(all.filter((secret) => text.includes(secret))).toEqual([])
})
