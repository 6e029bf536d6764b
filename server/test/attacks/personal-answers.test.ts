import { beforeAll, describe, expect, it, test } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../build-member.ts'
import { buildNft } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
let member: Member
let admin: Member
beforeAll(async () => {
  member = await buildMember(t)
  admin = await buildAdmin(t)
})
const cachingOf = (headers: Record<string, unknown>) => String(headers['cache-control'])

describe('what is personal', () => {
  it('is stored by no cache: every answer to a member, to an admin and about a sign-in', async () => {
    for (const [site, app, { tokens }] of [
      ['marketplace', t.app, member],
      ['admin', t.adminApp, admin],
    ] as const)
      for (const { method, url, access } of app.routeAccess) {
        if (/signout|health|ready/.test(url) || (method === 'DELETE' && /sessions|users\/me/.test(url))) continue
        const path = url.replace(/:\w+/g, t.ctx.random.id())
        const options = { site, ...(method !== 'GET' && { body: {} }) }
        const signedIn = await t.call(method as 'GET', path, { ...options, token: tokens.access })
        expect(cachingOf(signedIn.headers), `${method} ${path}`).toMatch(/no-store/)
        if (access === 'visitor' && !url.startsWith('/api/auth/') && !url.startsWith('/api/dev/')) continue
        const visitor = await t.call(method as 'GET', path, options)
        expect(cachingOf(visitor.headers), `${method} ${path} as a visitor`).toMatch(/no-store/)
      }
  })

  it('is stored by no cache when it is a token', async () => {
    const body = { username: member.email, password: member.password }
    const { status, headers } = await t.call('POST', '/api/auth/token/', { body })
    expect({ status, caching: cachingOf(headers) }).toEqual({ status: 200, caching: 'no-store' })
  })

  it('is still not sent twice to a page that remembers it', async () => {
    const nft = await buildNft(t, { owner: member })
    for (const path of [`/api/nfts/?owned_by=${member.id}`, `/api/nfts/${nft.id}/`, '/api/users/me/favourites/']) {
      const first = await t.call('GET', path, { token: member.tokens.access })
      const again = { 'if-none-match': String(first.headers.etag) }
      const second = await t.call('GET', path, { token: member.tokens.access, headers: again })
      expect({ status: second.status, caching: cachingOf(second.headers) }).toEqual({
        status: 304,
        caching: 'no-store',
      })
    }
  })
})

it('what is open to all may be asked for again by visitors', async () => {
  const { headers } = await t.call('GET', '/api/nfts/')
  expect(cachingOf(headers)).toBe('private, no-cache')
})

describe('the users table on the marketplace’s port', () => {
  test.each([
    ['GET', '/api/users/'],
    ['GET', '/api/users'],
    ['GET', '/api/users/?search=a'],
    ['POST', '/api/users/'],
    ['POST', '/api/users'],
  ] as const)('%s %s answers 404 to every caller', async (method, path) => {
    for (const token of [undefined, member.tokens.access, admin.tokens.access]) {
      const call = { ...(token && { token }), ...(method !== 'GET' && { body: { username: 'new@example.test' } }) }
      expect((await t.call(method, path, call)).status).toBe(404)
    }
  })

  it('changes no one there, and on the admin’s port it does', async () => {
    const change = { token: admin.tokens.access, body: { display_name: 'Changed' } }
    expect((await t.call('PUT', `/api/users/${member.id}/`, change)).status).toBe(404)
    expect((await t.call('PUT', `/api/users/${member.id}/`, { ...change, site: 'admin' })).status).toBe(200)
    for (const site of ['marketplace', 'admin'] as const) {
      expect((await t.call('GET', `/api/users/${member.id}/`, { site })).status).toBe(200)
      expect((await t.call('GET', '/api/users/me/', { site, token: member.tokens.access })).status).toBe(200)
      const follow = await t.call('PUT', `/api/users/${member.id}/follow/`, { site, token: admin.tokens.access })
      expect(follow.status).toBe(200)
    }
  })
})
