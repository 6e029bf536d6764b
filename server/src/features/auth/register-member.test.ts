import { describe, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { linkTokenSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const register = (email: string, password = 'a-good-pass', more = {}) =>
  t.call('POST', '/api/auth/register/', { body: { email, password, confirm_password: password, ...more } })
const jobs = async () => {
  const fetched = await t.ctx.jobs.boss.fetch('deliver-message', { batchSize: 100 })
  for (const job of fetched) await t.ctx.jobs.boss.complete('deliver-message', job.id)
  return fetched.length
}

describe('the form', () => {
  test('every field has the message of the specification', async () => {
    const { status, body } = await t.call('POST', '/api/auth/register/', {
      body: { email: 'nope', password: 'short', confirm_password: 'other' },
    })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { email: ['Invalid email'], password: ['Too short'], confirm_password: ['Passwords must match'] },
    ])
  })

  test('a password that everybody has is refused, that of the demo logins is not', async () => {
    expect((await register('a@example.test', 'password123')).body.errors).toEqual([
      { password: ['This password is too common'] },
    ])
    expect((await register('a@example.test', 'demo-pass')).status).toBe(201)
  })

  test('the consent is optional and stored with its time', async () => {
    await register('with@example.test', 'a-good-pass', { terms: true })
    await register('without@example.test')
    const consent = async (email: string) =>
      (
        await t.ctx.db
          .selectFrom('users')
          .select('email_consent_at')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).email_consent_at
    expect(await consent('with@example.test')).toBeInstanceOf(Date)
    expect(await consent('without@example.test')).toBeNull()
  })
})

describe('a known address', () => {
  test('gets the same answer and the same number of jobs; its owner gets a mail that says so', async () => {
    const known = await buildMember(t)
    await jobs()
    const fresh = await register('fresh@example.test')
    expect(await jobs()).toBe(1)
    const again = await register(known.email)
    expect(await jobs()).toBe(1)
    expect(again.status).toBe(fresh.status)
    expect(again.body).toEqual({ data: { email: known.email } })
    const [mail] = await outboxOf(t, known.email)
    expect(mail.text).toContain('You already have an account')
    const hash = async () =>
      (await t.ctx.db.selectFrom('users').select('password_hash').where('id', '=', known.id).executeTakeFirstOrThrow())
        .password_hash
    expect(await hash()).toContain('m=1024')
  })

  test('that is unverified belongs to the last registration and its link alone', async () => {
    const email = 'twice@example.test'
    await register(email, 'first-pass')
    const oldToken = await linkTokenSentTo(t, email)
    await register(email, 'second-pass')
    expect((await t.call('GET', `/api/auth/verify/email/?token=${oldToken}`)).status).toBe(400)
    expect((await t.call('GET', `/api/auth/verify/email/?token=${await linkTokenSentTo(t, email)}`)).status).toBe(200)
    const signIn = (password: string) => t.call('POST', '/api/auth/token/', { body: { username: email, password } })
    expect((await signIn('first-pass')).status).toBe(400)
    expect((await signIn('second-pass')).status).toBe(200)
  })

  test('20 registrations at once make one member', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register('crowd@example.test')))
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    const rows = await t.ctx.db.selectFrom('users').select('id').where('email', '=', 'crowd@example.test').execute()
    expect(rows).toHaveLength(1)
  })
})

test('forgot and resend: the same answer and the same jobs for known and unknown addresses', async () => {
  const known = await buildMember(t)
  const unverified = await buildMember(t, { verified: false })
  for (const path of ['/api/auth/request-password-reset/', '/api/auth/verify/resend-email/']) {
    await jobs()
    const answers = []
    for (const email of [known.email, unverified.email, 'unknown@example.test']) {
      const { status, body } = await t.call('POST', path, { body: { email } })
      answers.push({ status, body: JSON.stringify(body).replace(email, ''), jobs: await jobs() })
    }
    expect(answers[0]).toMatchObject({ status: 200, jobs: 1 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  }
  expect(await outboxOf(t, 'unknown@example.test')).toEqual([])
})
