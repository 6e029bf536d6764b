import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const NEW = { display_name: 'New', occupation: 'Painter', subscription: 2, is_admin: false }
const create = (admin: Member, body: object) =>
  t.call('POST', '/api/users', { site: 'admin', token: admin.tokens.access, body })
const update = (admin: Member, id: string, body: object) =>
  t.call('PUT', `/api/users/${id}`, { site: 'admin', token: admin.tokens.access, body })

/** The ids of all pages. */
async function readAll(query: string, token: string): Promise<string[]> {
  const seen: string[] = []
  let total = 0
  for (let cursor: string | null = ''; cursor !== null && seen.length <= total; ) {
    const { body } = await t.call('GET', `/api/users/?${query}${cursor && `&cursor=${cursor}`}`, {
      site: 'admin',
      token,
    })
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.meta.next_cursor
    total = body.meta.total
  }
  expect(seen).toHaveLength(total)
  return seen
}

describe('the users table', () => {
  test('is for admins', async () => {
    const member = await buildMember(t)
    expect((await t.call('GET', '/api/users/', { site: 'admin' })).status).toBe(401)
    expect((await t.call('GET', '/api/users/', { site: 'admin', token: member.tokens.access })).status).toBe(403)
  })

  test('pages through every member once, newest first, and counts them', async () => {
    const { access: token } = (await buildAdmin(t)).tokens
    for (let i = 0; i < 6; i++) await buildMember(t)
    const seen = await readAll('limit=3', token)
    expect(seen.length).toBeGreaterThanOrEqual(7)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  test.each(['created_at', '-created_at'])('by %s has members of the same millisecond once each', async (sort) => {
    const { access: token } = (await buildAdmin(t)).tokens
    const members = [await buildMember(t), await buildMember(t), await buildMember(t)]
    for (const [index, { id }] of members.entries())
      await sql`update users set created_at = date_trunc('day', created_at) + ${index * 300 + 100} * interval '1 microsecond'
        where id = ${id}`.execute(t.ctx.db)
    const seen = await readAll(`sort=${sort}&limit=1`, token)
    expect(seen.filter((id) => members.some((member) => member.id === id)).toSorted()).toEqual(
      members.map(({ id }) => id).toSorted(),
    )
  })

  test('is searched by name or address, with any characters', async () => {
    const { access: token } = (await buildAdmin(t)).tokens
    const member = await buildMember(t, { displayName: 'Zoë 100% _art_' })
    for (const search of ['zoë 100%', '_art_', member.email]) {
      const { body } = await t.call('GET', `/api/users/?search=${encodeURIComponent(search)}`, { site: 'admin', token })
      expect(body.data.map((row: { id: string }) => row.id)).toEqual([member.id])
    }
    expect((await t.call('GET', '/api/users/?cursor=nonsense', { site: 'admin', token })).status).toBe(400)
    expect((await t.call('GET', '/api/users/?sort=email&limit=1', { site: 'admin', token })).status).toBe(200)
  })
})

describe('adding a member', () => {
  test('takes an address and a password alone, and tells no one a part of the address', async () => {
    const admin = await buildAdmin(t)
    const credentials = { username: 'Ada.Byron@example.test', password: 'a-good-pass' }
    const { status, body } = await create(admin, credentials)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ display_name: null, occupation: null, subscription: 1, is_admin: false })
    expect((await t.call('GET', '/api/search/?q=ada.byron')).body.data.users).toEqual([])
    expect((await t.call('POST', '/api/auth/token/', { body: credentials })).status).toBe(200)
  })

  test('without a password invites by mail, and the link sets one', async () => {
    const admin = await buildAdmin(t)
    const { status, body } = await create(admin, { ...NEW, username: 'Invited@example.test' })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ email: 'invited@example.test', display_name: 'New', subscription: 2 })
    const [mail] = await outboxOf(t, 'invited@example.test')
    const { searchParams } = new URL(mail.link)
    const reset = {
      email: searchParams.get('email'),
      token: searchParams.get('token'),
      new_password: 'a-good-pass',
      confirm_new_password: 'a-good-pass',
    }
    expect((await t.call('POST', '/api/auth/reset-password/', { body: reset })).status).toBe(200)
    const credentials = { username: 'invited@example.test', password: 'a-good-pass' }
    expect((await t.call('POST', '/api/auth/token/', { body: credentials })).status).toBe(200)
  })

  test('an invitation that is not used ends after seven days', async () => {
    await create(await buildAdmin(t), { ...NEW, username: 'late@example.test' })
    const [mail] = await outboxOf(t, 'late@example.test')
    const token = new URL(mail.link).searchParams.get('token')
    t.clock.advance(7 * 24 * 3_600_000)
    const password = { new_password: 'a-good-pass', confirm_new_password: 'a-good-pass' }
    const body = { email: 'late@example.test', token, ...password }
    expect((await t.call('POST', '/api/auth/reset-password/', { body })).status).toBe(400)
  })

  test('registering an invited address does not take over the invitation', async () => {
    const admin = await buildAdmin(t)
    await create(admin, { ...NEW, username: 'soon@example.test' })
    const body = { email: 'soon@example.test', password: 'strangers-pass', confirm_password: 'strangers-pass' }
    expect((await t.call('POST', '/api/auth/register/', { body })).status).toBe(201)
    const user = await t.ctx.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', body.email)
      .executeTakeFirstOrThrow()
    expect(user.password_hash).toBeNull()
  })

  test('every field is checked; a taken address is told', async () => {
    const admin = await buildAdmin(t)
    const { body } = await create(admin, { username: 'nope', display_name: ' ', occupation: '', subscription: 0 })
    expect(body.errors).toEqual([
      { username: ['Invalid email'], display_name: ['Required'], occupation: ['Required'], subscription: ['Required'] },
    ])
    const taken = await create(admin, { ...NEW, username: admin.email })
    expect(taken.body.errors).toEqual([{ username: ['This e-mail address is already registered'] }])
  })
})

describe('changing a member', () => {
  test('writes one line of the audit log', async () => {
    const [admin, member] = [await buildAdmin(t), await buildMember(t)]
    const { body } = await update(admin, member.id, { ...NEW, subscription: 3 })
    expect(body.data).toMatchObject({ display_name: 'New', subscription: 3 })
    const line = await t.ctx.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ actor_id: admin.id, action: 'user.update', after: { subscription: 3 } })
  })

  test('making an admin needs a fresh second factor', async () => {
    const [stale, member] = [await buildAdmin(t, { steppedUp: false }), await buildMember(t)]
    expect((await update(stale, member.id, { is_admin: true })).body.meta).toEqual({ step_up: true })
    expect((await update(stale, member.id, { occupation: 'Poet' })).status).toBe(200)
    expect((await create(stale, { ...NEW, username: 'x@example.test', is_admin: true })).status).toBe(403)
  })

  test('so does suspending one, or ending the suspension of one', async () => {
    const [stale, fresh] = [await buildAdmin(t, { steppedUp: false }), await buildAdmin(t)]
    const [other, member] = [await buildAdmin(t), await buildMember(t)]
    for (const status of ['SUSPENDED', 'ACTIVE']) {
      expect((await update(stale, other.id, { status })).body.meta).toEqual({ step_up: true })
      expect((await update(fresh, other.id, { status })).status).toBe(200)
      expect((await update(stale, other.id, { status, occupation: 'Poet' })).status).toBe(200)
      expect((await update(stale, member.id, { status })).status).toBe(200)
    }
  })

  test('a demoted admin is out at once', async () => {
    const [admin, other] = [await buildAdmin(t), await buildAdmin(t)]
    expect((await update(admin, other.id, { is_admin: false })).status).toBe(200)
    expect((await t.call('GET', '/api/users/', { site: 'admin', token: other.tokens.access })).status).toBe(403)
  })

  test('two admins who unmake each other at once leave one', async () => {
    await t.ctx.db.updateTable('users').set({ is_admin: false }).execute()
    const [first, second] = [await buildAdmin(t), await buildAdmin(t)]
    const answers = await Promise.all([
      update(first, second.id, { is_admin: false }),
      update(second, first.id, { is_admin: false }),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    const admins = await t.ctx.db.selectFrom('users').select('id').where('is_admin', '=', true).execute()
    expect(admins).toHaveLength(1)
  })
})
