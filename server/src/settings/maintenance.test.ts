import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { decide, getPayment, topup } from '../../test/build-listed-nft.ts'
import { buildAdmin, buildMember } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import { buildApp } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { App } from '../http/app-type.ts'
import { unsubscribeToken } from '../notifications/unsubscribe/unsubscribe-token.ts'

const t = useTestApp()
const REASON = 'We move to a larger <server>.'
const HTML = { accept: 'text/html' }

async function setMaintenance(maintenance: string | null): Promise<void> {
  const { headers } = await buildAdmin(t)
  const answer = await t.call('PUT', '/api/admin/settings/', { headers, body: { maintenance }, site: 'admin' })
  expect(answer).toMatchObject({ status: 200, body: { data: { maintenance } } })
}
/** An app that has not looked yet. */
const freshApp = () => buildApp(t.ctx, 'marketplace')
const ask = async (app: App, url: string, headers = {}) => {
  const { statusCode, headers: answered, body } = await app.inject({ url, headers })
  return { status: statusCode, retryAfter: answered['retry-after'], body }
}

afterEach(() => setMaintenance(null))

test('a closed marketplace answers calls with the reason, and probes and the admin area as ever', async () => {
  await setMaintenance(REASON)
  const app = await freshApp()
  const { headers } = await buildMember(t)
  for (const url of ['/api/nfts/', '/api/users/me/', '/api/search/?q=a']) {
    const { status, retryAfter, body } = await ask(app, url, headers)
    expect({ status, retryAfter, body: JSON.parse(body) }).toMatchObject({
      status: 503,
      retryAfter: '60',
      body: { errors: [REASON], code: 'maintenance' },
    })
  }
  for (const url of ['/api/health/', '/api/ready/', '/api/settings/', '/api/payments/'])
    expect(await ask(app, url, headers)).toMatchObject({ status: 200 })
})

test('on the admin port a closed marketplace goes on for admins alone, and they can sign in', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t)]
  await setMaintenance(REASON)
  const app = await buildApp(t.ctx, 'admin')
  const MARKETPLACE = ['/api/categories/', '/api/nfts/', '/api/users/me/', '/api/notifications/']
  for (const url of MARKETPLACE) {
    expect({ url, ...(await ask(app, url, member.headers)) }).toMatchObject({ url, status: 503, retryAfter: '60' })
    expect({ url, ...(await ask(app, url, admin.headers)) }).toMatchObject({ url, status: 200 })
  }
  expect((await ask(app, '/api/categories/')).status).toBe(503)
  expect((await ask(app, '/api/admin/overview/', admin.headers)).status).toBe(200)
  for (const url of ['/api/health/', '/api/settings/']) expect((await ask(app, url)).status).toBe(200)
  const registering = { email: 'new@verso.test', password: 'a-long-secret', confirm_password: 'a-long-secret' }
  const registered = await app.inject({ method: 'POST', url: '/api/auth/register/', payload: registering })
  expect(registered.statusCode).toBe(503)
  const payload = { username: admin.email, password: admin.password }
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/token/', payload })
  const headers = { authorization: `Bearer ${signedIn.json().data.access}` }
  expect((await ask(app, '/api/users/me/', headers)).status).toBe(200)
})

test('an admin whose token has ended while the marketplace is closed is told to renew it', async () => {
  const admin = await buildAdmin(t)
  await setMaintenance(REASON)
  t.clock.advance(11 * 60_000)
  const answer = await ask(await buildApp(t.ctx, 'admin'), '/api/categories/', admin.headers)
  expect(answer.status).toBe(401)
  expect(JSON.parse(answer.body).errors).toEqual(['Please sign in to continue'])
})

test('a closed marketplace answers a call that there is not as a call, and gives no feeds', async () => {
  await setMaintenance(REASON)
  const app = await freshApp()
  const { status, body } = await ask(app, '/api/nope/')
  expect({ status, body: JSON.parse(body) }).toMatchObject({ status: 503, body: { code: 'maintenance' } })
  for (const url of ['/feed.xml', '/app/user/1/feed.xml'])
    expect({ url, ...(await ask(app, url)) }).toMatchObject({ url, status: 503, retryAfter: '60' })
})

test('an admin whose session has ended while the marketplace is closed is told to sign in', async () => {
  const admin = await buildAdmin(t)
  await setMaintenance(REASON)
  await t.call('POST', '/api/auth/signout/', { token: admin.tokens.access, site: 'admin', body: {} })
  for (const url of ['/api/users/me/', '/api/nfts/', '/api/categories/'])
    expect({ url, ...(await ask(await buildApp(t.ctx, 'admin'), url, admin.headers)) }).toMatchObject({
      url,
      status: 401,
    })
})

test('members read a page that says why, with the reason as text', async () => {
  await setMaintenance(REASON)
  const page = await ask(await freshApp(), '/', HTML)
  expect(page).toMatchObject({ status: 503, retryAfter: '60' })
  expect(page.body).toContain('We move to a larger &lt;server&gt;.')
})

test('a payment that runs goes on to its end: webhook, settlement, and the page of its order', async () => {
  const member = await buildMember(t)
  const paymentId = await topup(t, member, 25)
  await setMaintenance(REASON)
  const isClosed = async () => (await t.call('GET', '/api/categories/')).status === 503
  await expect.poll(isClosed, { timeout: 5_000 }).toBe(true)
  await decide(t, paymentId, 'success')
  await t.runJobs()
  expect(await getPayment(t, member, paymentId)).toMatchObject({ status: 'SUCCESS' })
})

test('a mail program that unsubscribes while the marketplace is closed is heard, as it asks once', async () => {
  const { id } = await buildMember(t)
  const token = unsubscribeToken(t.ctx, { userId: id, kinds: ['nft.sold'] })
  await setMaintenance(REASON)
  const app = await freshApp()
  expect((await ask(app, '/api/categories/')).status).toBe(503)
  const { statusCode } = await app.inject({ method: 'POST', url: `/api/notifications/unsubscribe/${token}/` })
  expect(statusCode).toBe(200)
})

test('a process notices the switch within seconds, both ways', async () => {
  const app = await freshApp()
  const status = async () => (await ask(app, '/api/categories/')).status
  expect(await status()).toBe(200)
  await setMaintenance(REASON)
  await expect.poll(status, { timeout: 5_000 }).toBe(503)
  await setMaintenance(null)
  await expect.poll(status, { timeout: 5_000 }).toBe(200)
})

test('what was known last holds while the database keeps the next answer back', async () => {
  const app = await freshApp()
  expect((await ask(app, '/api/categories/')).status).toBe(200)
  let slowestMs = 0
  await inTransaction(t.ctx.db, async (tx) => {
    await sql`lock table settings in access exclusive mode`.execute(tx)
    const askAndLook = async () => {
      const startedMs = performance.now()
      expect((await ask(app, '/api/categories/')).status).toBe(200)
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      return countWaiting()
    }
    await expect.poll(askAndLook, { timeout: 15_000 }).toBeGreaterThan(0)
  })
  expect(slowestMs).toBeLessThan(6_000)
})

/** Statements that ask for the settings and have no answer yet. */
async function countWaiting(): Promise<number> {
  const waiting = sql`select from pg_locks where relation = 'settings'::regclass and not granted`
  return (await waiting.execute(t.ctx.db)).rows.length
}
