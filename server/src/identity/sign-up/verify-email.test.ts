import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { linkTokenSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const DAY_MS = 24 * 3_600_000
const open = (token: string) => t.call('GET', `/api/auth/verify/email/?token=${token}&method=EMAIL`)
const resend = (body: object) => t.call('POST', '/api/auth/verify/resend-email/', { body })

async function unverifiedWithLink(): Promise<{ email: string; token: string }> {
  const { email } = await buildMember(t, { verified: false })
  await resend({ email })
  return { email, token: await linkTokenSentTo(t, email) }
}

describe('the link of the verification mail', () => {
  test('opened twice, by a scanner or a double click, succeeds twice', async () => {
    const { token } = await unverifiedWithLink()
    const answers = await Promise.all([open(token), open(token)])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect((await open(token)).status).toBe(200)
  })

  test('expires after 24 hours, says so, and its token can be renewed', async () => {
    const { email, token } = await unverifiedWithLink()
    t.clock.advance(DAY_MS)
    const expired = await open(token)
    expect(expired.status).toBe(400)
    expect(expired.body).toMatchObject({ errors: [{ token: ['This link has expired.'] }], meta: { reason: 'expired' } })
    expect((await resend({ token })).status).toBe(200)
    expect((await open(await linkTokenSentTo(t, email))).status).toBe(200)
  })

  test('that is unknown fails, and Retry asks for the address', async () => {
    expect((await open('unknown')).body).toMatchObject({ code: 'invalid', meta: { reason: 'unknown' } })
    expect((await resend({ token: 'unknown' })).status).toBe(400)
    expect((await resend({})).body.errors).toEqual([{ email: ['Required'] }])
    expect((await resend({ email: 'nope' })).body.errors).toEqual([{ email: ['Invalid email'] }])
  })

  test('sent again stays the same link, so that no one can make it useless', async () => {
    const { email, token } = await unverifiedWithLink()
    await resend({ email })
    expect(await linkTokenSentTo(t, email)).toBe(token)
  })

  test('sent again twice at the same moment stays one link', async () => {
    const { email } = await buildMember(t, { verified: false })
    const both = await t.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table verification_codes in share row exclusive mode`.execute(tx)
      const answers = [resend({ email }), resend({ email })]
      await expectWaiting(t, 2)
      return { answers }
    })
    await Promise.all(both.answers)
    const [second, first] = await outboxOf(t, email)
    expect(first?.link).toBe(second.link)
  })

  test('for a verified address only tells its owner so', async () => {
    const { email } = await buildMember(t)
    expect((await resend({ email })).status).toBe(200)
    expect((await outboxOf(t, email))[0].subject).toBe('Your e-mail address is verified')
  })

  test('of a reset does not verify an address', async () => {
    const { email } = await buildMember(t)
    await t.call('POST', '/api/auth/request-password-reset/', { body: { email } })
    expect((await open(await linkTokenSentTo(t, email))).status).toBe(400)
  })
})
