import { expect, it } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

it('an admin’s reset of the second factor needs a note, ends every session, and is told to the owner and the log', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t)]
  const { db, random, clock } = t.ctx
  const factor = { id: random.id(), user_id: member.id, kind: 'TOTP', name: 'Phone', created_at: clock.now() } as const
  await db.insertInto('factors').values(factor).execute()
  const path = `/api/admin/users/${member.id}/factors/`
  const call = { site: 'admin' as const, token: admin.tokens.access }
  const audited = () =>
    db.selectFrom('audit_log').selectAll().where('subject_id', '=', member.id).orderBy('created_at').execute()

  for (const body of [{}, { note: '  ' }]) {
    const refused = await t.call('DELETE', path, { ...call, body })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ note: ['Required'] }] } })
  }
  expect((await t.call('GET', '/api/payments/', { token: member.tokens.access })).status).toBe(200)
  expect(await audited()).toEqual([])

  const note = 'Passport seen in a call'
  expect((await t.call('DELETE', path, { ...call, body: { note } })).body.data).toEqual({ reset: true })
  const after = await db.selectFrom('users').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
  expect(after).toMatchObject({ phone: null, phone_verified_at: null, status: 'ACTIVE' })
  expect(await db.selectFrom('factors').select('id').where('user_id', '=', member.id).execute()).toEqual([])
  expect((await t.call('GET', '/api/payments/', { token: member.tokens.access })).status).toBe(401)
  const refreshed = await t.call('POST', '/api/auth/token/refresh/', { body: { refresh: member.tokens.refresh } })
  expect(refreshed.status).toBe(401)

  const action = 'user.reset-factors'
  expect(await audited()).toMatchObject([{ actor_id: admin.id, action, subject_type: 'user', after: { note } }])
  const mails = await db.selectFrom('messages').selectAll().where('recipient', '=', member.email).execute()
  expect(mails.map((mail) => mail.subject)).toEqual(['Your sign-in methods were reset'])
  expect(JSON.stringify(mails)).not.toContain(note)
  expect((await t.call('DELETE', `/api/admin/users/${random.id()}/factors/`, { ...call, body: { note } })).status).toBe(
    404,
  )
})
