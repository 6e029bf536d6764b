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

  const signIn = (email: string, password: string) =>
    t.call('POST', '/api/auth/token/', { body: { username: email, password } })
  const accountOf = (email: string) =>
    t.ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const chooseWithLatestMail = async (email: string, password: string) =>
    t.call('POST', '/api/auth/reset-password/', {
      body: {
        email,
        token: await linkTokenSentTo(t, email),
        new_password: password,
        confirm_new_password: password,
      },
    })

  test('that is unverified is not changed: no later registration sets its password', async () => {
    const email = 'twice@example.test'
    await register(email, 'victim-pass')
    const verifyToken = await linkTokenSentTo(t, email)
    const before = await accountOf(email)
    await jobs()
    const again = await register(email, 'attacker-pass', { terms: true })
    expect(again).toMatchObject({ status: 201, body: { data: { email } } })
    expect(await jobs()).toBe(1)
    expect(await accountOf(email)).toEqual(before)
    expect((await t.call('GET', `/api/auth/verify/email/?token=${verifyToken}`)).status).toBe(200)
    expect((await signIn(email, 'attacker-pass')).status).toBe(400)
    expect((await signIn(email, 'victim-pass')).status).toBe(200)
  })

  test('that is unverified tells its owner, whose new password verifies the address and ends the other links', async () => {
    const email = 'waiting@example.test'
    await register(email, 'stranger-pass')
    const verifyToken = await linkTokenSentTo(t, email)
    await register(email, 'owner-pass')
    const [mail] = await outboxOf(t, email)
    expect(mail.text).toContain('already waiting')
    expect(new URL(mail.link).pathname).toBe('/app/reset-password')
    expect((await chooseWithLatestMail(email, 'chosen-pass')).status).toBe(200)
    expect((await signIn(email, 'stranger-pass')).status).toBe(400)
    expect((await signIn(email, 'chosen-pass')).status).toBe(200)
    const links = await t.ctx.db
      .selectFrom('verification_codes')
      .select('purpose')
      .where('target', '=', email)
      .where('purpose', 'in', ['VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION'])
      .execute()
    expect(links).toEqual([])
    // The mailbox still holds the first mail: nothing is left to verify, which is no failure.
    expect((await t.call('GET', `/api/auth/verify/email/?token=${verifyToken}`)).status).toBe(200)
  })

  test('that is invited keeps its account and its link', async () => {
    const { email, id } = await buildMember(t, { verified: false })
    await t.ctx.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    await register(email, 'attacker-pass')
    const first = await linkTokenSentTo(t, email)
    await register(email, 'attacker-pass')
    expect(await linkTokenSentTo(t, email)).toBe(first)
    expect((await accountOf(email)).password_hash).toBeNull()
    expect((await signIn(email, 'attacker-pass')).status).toBe(400)
    expect((await chooseWithLatestMail(email, 'chosen-pass')).status).toBe(200)
    expect((await signIn(email, 'chosen-pass')).status).toBe(200)
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
