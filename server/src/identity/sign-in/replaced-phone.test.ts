import { expect, test } from 'vitest'
import { buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { expectWaiting } from '../../../test/expect-waiting.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const NEW_PHONE = '+94771234567'
const signIn = ({ email }: Member) =>
  t.call('POST', '/api/auth/token/', { body: { username: email, password: TEST_PASSWORD } })

async function sendAgain(member: Member) {
  const { access: token } = (await signIn(member)).body.data
  return () => t.call('POST', '/api/auth/verify/resend-mobile/', { token, body: {} })
}

test.each([
  ['a sign-in', async (member: Member) => () => signIn(member)],
  ['a sign-in code that is sent again', sendAgain],
  [
    'a step-up',
    async ({ tokens }: Member) =>
      () =>
        t.call('POST', '/api/auth/verify/step-up/send/', { token: tokens.access }),
  ],
])('the code of %s goes to the phone that is being saved at that moment', async (_what, prepare) => {
  const member = await buildMember(t)
  const send = await prepare(member)
  t.clock.advance(31_000)
  const { request } = await t.ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ phone: NEW_PHONE }).where('id', '=', member.id).execute()
    const sending = send()
    await expectWaiting(t, 1)
    return { request: sending }
  })
  expect((await request).status).toBe(200)
  const codes = t.ctx.db.selectFrom('verification_codes').select('target').where('user_id', '=', member.id)
  expect(await codes.execute()).toEqual([{ target: NEW_PHONE }])
})
