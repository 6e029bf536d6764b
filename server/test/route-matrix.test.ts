import { errorEnvelope } from '@verso/protocol/envelope'
import { describe, expect, it } from 'vitest'
import type { Access } from '@verso/protocol/endpoint'
import { buildAdmin, buildMember } from './build-member.ts'
import { useTestApp } from './test-app.ts'

const CALLERS = [
  'visitor',
  'temporary',
  'member',
  'stale member',
  'suspended member',
  'admin',
  'stale admin',
  'suspended admin',
] as const
type Caller = (typeof CALLERS)[number]

/** The callers that a route refuses, with the status; all others are let in. */
const REFUSED: Record<Access, Partial<Record<Caller, number>>> = {
  visitor: {},
  signout: {},
  temporary: { visitor: 401 },
  member: { visitor: 401, temporary: 401 },
  trader: { visitor: 401, temporary: 401, 'suspended member': 403, 'suspended admin': 403 },
  'step-up': { visitor: 401, temporary: 401, 'stale member': 403, 'stale admin': 403 },
  admin: {
    visitor: 401,
    temporary: 401,
    member: 403,
    'stale member': 403,
    'suspended member': 403,
    'suspended admin': 403,
  },
  'admin-step-up': {
    visitor: 401,
    temporary: 401,
    member: 403,
    'stale member': 403,
    'suspended member': 403,
    'stale admin': 403,
    'suspended admin': 403,
  },
}
/** Open routes that answer 401 or 403 for a reason of their own: a wrong signature, or one's own session ended. */
const OWN_REFUSALS = /webhooks|signout/

/** The default messages of zod. */
const LIBRARY_TEXT = /expected|received|Invalid input|Invalid option|Too (small|big)/

describe('the route table', () => {
  const t = useTestApp()

  it('lets every kind of caller use exactly the routes that are theirs', async () => {
    for (const [site, app] of [
      ['marketplace', t.app],
      ['admin', t.adminApp],
    ] as const) {
      for (const route of app.routeAccess) {
        const url = route.url.replace(/:\w+/g, t.ctx.random.id())
        for (const caller of CALLERS) {
          const token = await tokenOf(caller)
          const { status } = await t.call(route.method as 'GET', url, {
            site,
            ...(token && { token }),
            ...(route.method !== 'GET' && { body: {} }),
          })
          const expected = REFUSED[route.access][caller]
          const where = `${site} ${route.method} ${route.url} as ${caller}`
          expect(status, where).toBeLessThan(500)
          if (expected !== undefined) expect(status, where).toBe(expected)
          else if (!OWN_REFUSALS.test(route.url)) expect([401, 403], where).not.toContain(status)
        }
      }
    }
  }, 120_000)

  it('answers any kind of body in the envelope, in plain words', async () => {
    for (const [site, app] of [
      ['marketplace', t.app],
      ['admin', t.adminApp],
    ] as const) {
      for (const route of app.routeAccess.filter((one) => one.method !== 'GET' && one.method !== 'HEAD')) {
        const url = route.url.replace(/:\w+/g, t.ctx.random.id())
        for (const payload of [undefined, 'null', '[]', '"x"', '5', '{}']) {
          const token = await tokenOf('admin')
          const answer = await app.inject({
            method: route.method as 'POST',
            url,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            ...(payload !== undefined && { payload }),
          })
          const where = `${site} ${route.method} ${route.url} with ${payload}: ${answer.body}`
          expect(answer.statusCode, where).toBeLessThan(500)
          if (answer.statusCode < 400) continue
          expect(errorEnvelope.safeParse(answer.json()).success, where).toBe(true)
          expect(answer.body, where).not.toMatch(LIBRARY_TEXT)
        }
      }
    }
  }, 240_000)

  it('finds nothing under an id that cannot be one of ours', async () => {
    for (const route of t.adminApp.routeAccess.filter((one) => one.method === 'GET' && one.url.includes(':id'))) {
      const token = await tokenOf('admin')
      for (const id of ['nope', '5', '%00', "'"]) {
        const answer = await t.call('GET', route.url.replace(':id', id), { site: 'admin', token: token ?? '' })
        expect([404, 200], `${route.url} with ${id}`).toContain(answer.status)
      }
    }
  })

  it('never fails on a crafted cursor', async () => {
    const token = (await tokenOf('admin')) ?? ''
    const get = (url: string, cursor: string) =>
      t.call('GET', `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`, { site: 'admin', token })
    const gets = t.adminApp.routeAccess.filter((one) => one.method === 'GET').map((one) => one.url)
    const keys = ['x', '7', '9'.repeat(16), '9'.repeat(30), '-271821-04-20T00:00:00.000Z', '0000-01-01', '\0', '\ud800']
    const ids = [t.ctx.random.id(), '-'.repeat(36), '7', '9'.repeat(30)]
    const sorts = [[], ['time desc'], ['price asc'], ['-created_at'], ['email']]
    const cursors = ids.flatMap((id) => keys.flatMap((key) => sorts.map((sort) => JSON.stringify([key, id, ...sort]))))
    let lists = 0
    for (const route of [...gets, '/api/nfts/?sort=price', '/api/users/?sort=email']) {
      const url = route.replace(/:\w+/g, t.ctx.random.id())
      if ((await get(url, 'nonsense')).body.errors?.[0]?.cursor === undefined) continue
      lists += 1
      for (const cursor of [...cursors, 'null', '{}', '[[],{}]'])
        expect((await get(url, Buffer.from(cursor).toString('base64url'))).status, `${url} ${cursor}`).toBeLessThan(500)
    }
    expect(lists).toBeGreaterThan(8)
  }, 240_000)

  it('answers a malformed address and an unknown one below /api in the envelope', async () => {
    for (const app of [t.app, t.adminApp]) {
      const malformed = await app.inject('/api/users/%zz/')
      expect(malformed.statusCode).toBe(400)
      for (const answer of [malformed, await app.inject('/api'), await app.inject('/api?x=1')]) {
        expect(errorEnvelope.safeParse(answer.json()).success).toBe(true)
        expect(answer.headers['x-request-id']).toBe(answer.json().request_id)
      }
      expect((await app.inject('/api')).statusCode).toBe(404)
    }
  })

  it('closes every route that creates, trades or brings money in to a suspended member', () => {
    const routes = t.app.routeAccess.filter((route) => route.access === 'trader')
    expect(routes.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'POST /api/accounts/cryptos/',
      'POST /api/files/',
      'POST /api/files/:id/metadata/',
      'POST /api/nfts/',
      'POST /api/nfts/:id/retry/',
      'POST /api/payments/:id/session/',
      'PUT /api/accounts/credits/',
      'PUT /api/nfts/:id/',
    ])
  })

  it('answers /api/admin/ only on the admin site', () => {
    expect(t.app.routeAccess.filter((route) => route.url.startsWith('/api/admin/'))).toEqual([])
  })

  /** A fresh caller for every route: some end a session or an account. */
  async function tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'visitor') return undefined
    const options = {
      session: caller === 'temporary' ? ('TEMPORARY' as const) : ('FULL' as const),
      steppedUp: !caller.startsWith('stale'),
      isSuspended: caller.startsWith('suspended'),
    }
    const member = caller.endsWith('admin') ? await buildAdmin(t, options) : await buildMember(t, options)
    return member.tokens.access
  }
})
