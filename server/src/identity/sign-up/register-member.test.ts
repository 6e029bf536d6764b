import { PAGES } from '@verso/protocol/pages/pages'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { linkTokenSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { BELL_CHANNEL, ringing } from '../../jobs/bells/bell.ts'
import { deliverMessagesBell } from '../../messages/bell.ts'

const t = useTestApp()
const register = (email: string, password = 'a-good-pass', more = {}) =>
  t.call('POST', '/api/auth/register/', { body: { email, password, confirm_password: password, ...more } })
/** An answer, and how often the workers that send mails were woken meanwhile. */
async function countWakes<T>(ask: () => Promise<T>): Promise<T & { wakes: number }> {
  const heard: (string | undefined)[] = []
  const stopListening = t.ctx.direct.listen(BELL_CHANNEL, (bell) => void heard.push(bell))
  await expect.poll(() => heard).toEqual([undefined])
  const answer = await ask()
  const last = { name: 'the last', concurrency: 1 }
  await inTransaction(t.ctx.db, (tx) => sql`select ${ringing(last)}`.execute(tx))
  await expect.poll(() => heard).toContain(last.name)
  stopListening()
  return { ...answer, wakes: heard.filter((bell) => bell === deliverMessagesBell.name).length }
}

describe('the form', () => {
  test('every field has its fixed message', async () => {
    const { status, body } = await t.call('POST', '/api/auth/register/', {
      body: { email: 'nope', password: 'short', confirm_password: 'other' },
    })
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      { email: ['Invalid email'], password: ['Too short'], confirm_password: ['Passwords must match'] },
    ])
  })

  test('a common password is refused, that of the demo logins is not', async () => {
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
  test('gets the same answer and wakes as many workers; its owner gets a mail that says so', async () => {
    const known = await buildMember(t)
    const fresh = await countWakes(() => register('fresh@example.test'))
    const again = await countWakes(() => register(known.email))
    expect([fresh.wakes, again.wakes]).toEqual([1, 1])
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

  const resend = (body: object) => t.call('POST', '/api/auth/verify/resend-email/', { body })
  const openLink = (token: string) => t.call('GET', `/api/auth/verify/email/?token=${token}&method=EMAIL`)

  test('that is unverified keeps its password: no later registration sets it', async () => {
    const email = 'twice@example.test'
    await register(email, 'owner-pass')
    const { registered_again_at: _none, ...before } = await accountOf(email)
    const again = await countWakes(() => register(email, 'stranger-pass', { terms: true }))
    expect(again).toMatchObject({ status: 201, body: { data: { email } }, wakes: 1 })
    const { registered_again_at: at, ...after } = await accountOf(email)
    expect(after).toEqual(before)
    expect(at).toBeInstanceOf(Date)
  })

  test('that is unverified, with the same password, is the same person: the link is sent again and verifies', async () => {
    const email = 'impatient@example.test'
    await Promise.all([register(email), register(email), register(email)])
    const mails = await outboxOf(t, email)
    expect(mails.map((mail) => mail.subject)).toEqual(Array(3).fill('Verify your e-mail address'))
    expect(new Set(mails.map((mail) => mail.link)).size).toBe(1)
    expect((await openLink(await linkTokenSentTo(t, email))).status).toBe(200)
    expect((await signIn(email, 'a-good-pass')).status).toBe(200)
  })

  test.each(['first', 'later'])(
    'that is unverified is not opened by the password of a stranger who came %s, through any link its owner clicks',
    async (when) => {
      const email = `stranger-${when}@example.test`
      const [first, second] = when === 'first' ? ['stranger-pass', 'owner-pass'] : ['owner-pass', 'stranger-pass']
      await register(email, first)
      const firstLink = await linkTokenSentTo(t, email)
      await register(email, second)
      const [waiting] = await outboxOf(t, email)
      expect(waiting.text).toContain('already waiting')

      // The first mail's link has ended, and its Retry and the Resend of the success page send what the second mail had.
      const opened = await openLink(firstLink)
      expect(opened).toMatchObject({ status: 400, body: { meta: { reason: 'expired' } } })
      for (const body of [{ token: firstLink }, { email }]) {
        expect((await resend(body)).status).toBe(200)
        const [mail] = await outboxOf(t, email)
        expect(new URL(mail.link).pathname).toBe(PAGES.resetPassword)
        expect(mail.link).toBe(waiting.link)
      }
      // Nor does a third registration, with whichever password, bring a verifying link back.
      await register(email, first)
      expect((await outboxOf(t, email))[0].link).toBe(waiting.link)
      for (const password of [first, second]) expect((await signIn(email, password)).status).toBe(400)

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
      expect((await openLink(firstLink)).status).toBe(200)
      expect((await accountOf(email)).registered_again_at).toBeNull()
    },
  )

  test('that is unverified loses a phone and factors that came before its address was proved', async () => {
    const { id, email } = await buildMember(t, { verified: false, hasPhone: true })
    const factor = { id: t.ctx.random.id(), user_id: id, kind: 'TOTP' as const, created_at: t.clock.now() }
    await t.ctx.db.insertInto('factors').values(factor).execute()
    await register(email, 'owner-pass')
    expect((await chooseWithLatestMail(email, 'chosen-pass')).status).toBe(200)
    expect(await accountOf(email)).toMatchObject({ phone: null, phone_verified_at: null })
    expect(await t.ctx.db.selectFrom('factors').select('id').where('user_id', '=', id).execute()).toEqual([])
    const { access: token } = (await signIn(email, 'chosen-pass')).body.data
    const me = await t.call('GET', '/api/users/me/', { token })
    expect(me.body.data.reg_status).toBe('PENDING_MOBILE')
  })

  test('that is unverified loses a consent to e-mails that came before its address was proved', async () => {
    const email = 'asked-by-a-stranger@example.test'
    await register(email, 'stranger-pass', { terms: true })
    expect((await accountOf(email)).email_consent_at).not.toBeNull()
    await register(email, 'owner-pass')
    expect((await chooseWithLatestMail(email, 'chosen-pass')).status).toBe(200)
    expect((await accountOf(email)).email_consent_at).toBeNull()
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

test('forgot and resend: the same answer and as many wakes for known and unknown addresses', async () => {
  const known = await buildMember(t)
  const unverified = await buildMember(t, { verified: false })
  for (const path of ['/api/auth/request-password-reset/', '/api/auth/verify/resend-email/']) {
    const answers = []
    for (const email of [known.email, unverified.email, 'unknown@example.test']) {
      const { status, body, wakes } = await countWakes(() => t.call('POST', path, { body: { email } }))
      answers.push({ status, body: JSON.stringify(body).replace(email, ''), wakes })
    }
    expect(answers[0]).toMatchObject({ status: 200, wakes: 1 })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  }
  expect(await outboxOf(t, 'unknown@example.test')).toEqual([])
})
