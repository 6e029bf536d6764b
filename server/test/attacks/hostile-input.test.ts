import { expect, test } from 'vitest'
import { buildAdmin, buildMember } from '../build-member.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const STATEMENT = `'); update users set is_admin = true; --`
const FIELDS = [
  'search',
  'q',
  'sort',
  'cursor',
  'limit',
  'owned_by',
  'created_by',
  'category',
  'status',
  'from',
  'chain',
]
const countAdmins = async () =>
  (await t.ctx.db.selectFrom('users').select('id').where('is_admin', '=', true).execute()).length

test('a statement of SQL in any address is text', async () => {
  const { headers } = await buildAdmin(t)
  const before = await countAdmins()
  for (const { method, url } of t.adminApp.routeAccess.filter((route) => route.method === 'GET')) {
    const path = url.replace(/:\w+/g, t.ctx.random.id())
    for (const field of FIELDS) {
      const asked = `${path}?${field}=${encodeURIComponent(STATEMENT)}`
      const { status } = await t.call(method as 'GET', asked, { headers, site: 'admin' })
      expect(status, asked).toBeLessThan(500)
    }
    const asked = url.replace(/:\w+/g, encodeURIComponent(STATEMENT))
    expect((await t.call('GET', asked, { headers, site: 'admin' })).status, asked).toBeLessThan(500)
  }
  expect(await countAdmins()).toBe(before)
}, 120_000)

test('a statement of SQL in a body is kept as it was typed', async () => {
  const { tokens } = await buildMember(t)
  const before = await countAdmins()
  const { body } = await t.call('PUT', '/api/users/me/', { token: tokens.access, body: { display_name: STATEMENT } })
  expect(body.data.display_name).toBe(STATEMENT)
  expect(await countAdmins()).toBe(before)
})

test('a body changes no prototype, and gives no member a field', async () => {
  const { id, headers } = await buildMember(t)
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const payload = `{"${name}":{"is_admin":true,"prototype":{"is_admin":true}},"display_name":"Plain"}`
    const json = { ...headers, 'content-type': 'application/json' }
    expect((await t.app.inject({ method: 'PUT', url: '/api/users/me/', headers: json, payload })).statusCode).toBe(200)
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined()
  }
  const member = t.ctx.db.selectFrom('users').select(['is_admin', 'display_name']).where('id', '=', id)
  expect(await member.executeTakeFirst()).toEqual({ is_admin: false, display_name: 'Plain' })
})

test('a filter that is given empty, as a form sends it, filters nothing', async () => {
  const { tokens } = await buildMember(t)
  const every = 'category=&chain=&approved=&listed=&owned_by=&min_price=&max_price=&sort=&limit=&cursor=&search='
  const asked = await t.call('GET', `/api/nfts/?${every}`, { token: tokens.access })
  expect(asked).toMatchObject({
    status: 200,
    body: (await t.call('GET', '/api/nfts/', { token: tokens.access })).body,
  })
})

test('a parameter that is given twice is refused, and one of the address is none of the body', async () => {
  for (const query of ['search=a&search=b', 'sort=price&sort=-price', 'limit=1&limit=2'])
    expect((await t.call('GET', `/api/nfts/?${query}`)).status, query).toBe(400)
  const { id, tokens } = await buildMember(t)
  await t.call('PUT', '/api/users/me/?display_name=Other', { token: tokens.access, body: {} })
  expect((await t.call('GET', `/api/users/${id}/`)).body.data.display_name).not.toBe('Other')
})
