import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const put = (member: Member, body: object) => t.call('PUT', '/api/users/me/', { token: member.tokens.access, body })

describe('the own profile', () => {
  test('is changed field by field; "" clears', async () => {
    const member = await buildMember(t, { firstName: 'Ann', lastName: 'Lee' })
    const { status, body } = await put(member, { display_name: ' Ann L ', first_name: '', bio: 'b'.repeat(150) })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ display_name: 'Ann L', first_name: null, last_name: 'Lee', bio: 'b'.repeat(150) })
  })

  test('a short bio and another e-mail address are refused', async () => {
    const member = await buildMember(t)
    expect((await put(member, { bio: 'short' })).body.errors).toEqual([
      { bio: ['Bio must be at least 150 characters'] },
    ])
    expect((await put(member, { bio: '😀'.repeat(149) })).status).toBe(400)
    expect((await put(member, { bio: '😀'.repeat(150) })).status).toBe(200)
    expect((await put(member, { display_name: '\u200b' })).body.errors).toEqual([
      { display_name: ['Invalid characters'] },
    ])
    expect((await put(member, { email: 'other@example.test' })).body.errors).toEqual([
      { email: ['Email Change is not allowed'] },
    ])
    expect((await put(member, { email: member.email, bio: '' })).status).toBe(200)
  })

  test('a picture must be an own image', async () => {
    const member = await buildMember(t)
    const { status, body } = await put(member, { avatar: t.ctx.random.id() })
    expect(status).toBe(400)
    expect(body.errors[0]).toHaveProperty('avatar')
  })
})

describe('the profile of another', () => {
  test('shows no e-mail, phone, flag or last name', async () => {
    const member = await buildMember(t, { firstName: 'Ann', lastName: 'Lee' })
    const { body } = await t.call('GET', `/api/users/${member.id}/`)
    expect(body.data).toMatchObject({ id: member.id, first_name: 'Ann', last_name: null })
    for (const field of ['email', 'phone', 'is_admin', 'subscription', 'reg_status', 'status']) {
      expect(body.data).not.toHaveProperty(field)
    }
  })

  test('shows its flags to an admin, and its last name to its owner', async () => {
    const [admin, member] = [await buildAdmin(t), await buildMember(t, { lastName: 'Lee' })]
    const get = async (token: string) => (await t.call('GET', `/api/users/${member.id}/`, { token })).body.data
    expect(await get(admin.tokens.access)).toMatchObject({ email: member.email, is_admin: false, last_name: 'Lee' })
    expect(await get(member.tokens.access)).toMatchObject({ last_name: 'Lee' })
  })

  test('that does not exist is not found', async () => {
    expect((await t.call('GET', `/api/users/${t.ctx.random.id()}/`)).status).toBe(404)
    expect((await t.call('GET', '/api/users/nonsense/')).status).toBe(404)
  })
})

test('following is kept, listed and undone', async () => {
  const [fan, star] = [await buildMember(t), await buildMember(t)]
  const { access: token } = fan.tokens
  for (let i = 0; i < 2; i++) expect((await t.call('PUT', `/api/users/${star.id}/follow/`, { token })).status).toBe(200)
  const list = await t.call('GET', '/api/users/me/following/', { token })
  expect(list.body).toMatchObject({ data: [{ id: star.id, is_following: true }], meta: { total: 1 } })
  expect((await t.call('GET', `/api/users/${star.id}/`, { token })).body.data.is_following).toBe(true)
  await t.call('DELETE', `/api/users/${star.id}/follow/`, { token })
  expect((await t.call('GET', `/api/users/${star.id}/`, { token })).body.data.is_following).toBe(false)
  expect((await t.call('PUT', `/api/users/${fan.id}/follow/`, { token })).status).toBe(400)
})

test('who follows more than a list counts is told that there are more', async () => {
  const fan = await buildMember(t)
  await sql`
    with stars as (
      insert into users (id, email, password_hash, status, created_at, updated_at)
      select gen_random_uuid(), 'star-' || n || '@example.com', '', 'ACTIVE', now(), now() from generate_series(1, 1001) as n
      returning id)
    insert into follows (user_id, followed_id, created_at) select ${fan.id}, id, now() from stars`.execute(t.ctx.db)
  const { data, meta } = (await t.call('GET', '/api/users/me/following/', { token: fan.tokens.access })).body
  expect(data).toHaveLength(1_000)
  expect(meta).toEqual({ next_cursor: null, total: 1_000, total_capped: true })
})
