import { generate, ScureBase32Plugin } from 'otplib'
import { describe, expect, test, vi } from 'vitest'
import { buildAdmin, buildMember, type Member, TEST_PASSWORD } from '../../../test/build-member.ts'
import { codeSentTo, outboxOf } from '../../../test/outbox.ts'
import { createSoftAuthenticator } from '../../../test/soft-authenticator.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const post = (token: string, path: string, body?: object) =>
  t.call('POST', `/api/auth/${path}`, { token, ...(body && { body }) })
const appCode = (secret: string) => generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
const givePassword = ({ email }: Member) =>
  t.call('POST', '/api/auth/token/', { body: { username: email, password: TEST_PASSWORD } })
const signIn = async (member: Member): Promise<string> => (await givePassword(member)).body.data.access

async function addApp(member: Member): Promise<{ secret: string; codes: string[] }> {
  const { id, secret } = (await post(member.tokens.access, 'factors/totp/')).body.data
  const { body } = await post(member.tokens.access, `factors/totp/${id}/`, {
    otp: await appCode(secret),
    name: 'My app',
  })
  t.clock.advance(30_000)
  return { secret, codes: body.data.recovery_codes }
}

describe('an authenticator app', () => {
  test('is added with a first code, and brings recovery codes and a mail', async () => {
    const member = await buildMember(t)
    const setup = (await post(member.tokens.access, 'factors/totp/')).body.data
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/Verso/)
    expect(setup.qr).toMatch(/^data:image\/png;base64,/)
    const wrong = await post(member.tokens.access, `factors/totp/${setup.id}/`, { otp: '000000' })
    expect(wrong.body.errors).toEqual([{ otp: ['Invalid OTP'] }])
    const otp = await appCode(setup.secret)
    const { body } = await post(member.tokens.access, `factors/totp/${setup.id}/`, { otp, name: 'My app' })
    expect(body.data.recovery_codes).toHaveLength(10)
    const list = await t.call('GET', '/api/auth/factors/', { token: member.tokens.access })
    expect(list.body.data).toMatchObject({ factors: [{ kind: 'TOTP', name: 'My app' }], recovery_codes_left: 10 })
    const me = await t.call('GET', '/api/users/me/', { token: member.tokens.access })
    expect(me.body.data.other_factors).toEqual(['TOTP', 'RECOVERY_CODE'])
    const other = await t.call('GET', '/api/users/me/', { token: (await buildMember(t)).tokens.access })
    expect(other.body.data.other_factors).toEqual([])
    expect((await outboxOf(t, member.email))[0].subject).toBe('A sign-in method was added')
  })

  test('gets a secret of the randomness that everything else is made of', async () => {
    const member = await buildMember(t)
    const spy = vi.spyOn(t.ctx.random, 'bytes').mockImplementation((size) => Buffer.alloc(size, 7))
    const setup = (await post(member.tokens.access, 'factors/totp/')).body.data
    spy.mockRestore()
    expect(setup.secret).toBe(new ScureBase32Plugin().encode(Buffer.alloc(20, 7)))
  })

  test('opens the full token at verify/otp, each code once even at the same moment', async () => {
    const member = await buildMember(t)
    const { secret } = await addApp(member)
    const tokens = [await signIn(member), await signIn(member)]
    const otp = await appCode(secret)
    const answers = await Promise.all(tokens.map((token) => post(token, 'verify/otp/', { otp })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  })

  test('guesses at the same moment are judged one after the other, up to the tenth', async () => {
    const member = await buildMember(t)
    const { secret } = await addApp(member)
    const right = await appCode(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    const token = await signIn(member)
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(token, 'verify/otp/', { otp: wrong })))
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10)
    expect((await post(token, 'verify/otp/', { otp: right })).status).toBe(429)
  })

  test('confirms a step-up, and the SMS code still works beside it', async () => {
    const member = await buildMember(t)
    const { secret } = await addApp(member)
    expect((await post(member.tokens.access, 'verify/step-up/', { otp: await appCode(secret) })).status).toBe(200)
    const token = await signIn(member)
    expect((await post(token, 'verify/otp/', { otp: await codeSentTo(t, member.phone) })).status).toBe(200)
  })

  test('that is not confirmed opens nothing; its secret is not stored in plain', async () => {
    const member = await buildMember(t)
    const { id, secret } = (await post(member.tokens.access, 'factors/totp/')).body.data
    const token = await signIn(member)
    expect((await post(token, 'verify/otp/', { otp: await appCode(secret) })).status).toBe(400)
    const row = await t.ctx.db.selectFrom('factors').select('secret').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.secret?.toString('latin1')).not.toContain(secret)
  })

  test('is removed with a step-up, and its recovery codes with it', async () => {
    const member = await buildMember(t)
    const { secret, codes } = await addApp(member)
    const list = await t.call('GET', '/api/auth/factors/', { token: member.tokens.access })
    const path = `/api/auth/factors/${list.body.data.factors[0].id}/`
    const stranger = await buildMember(t)
    expect((await t.call('DELETE', path, { token: stranger.tokens.access })).status).toBe(404)
    expect((await t.call('DELETE', path, { token: member.tokens.access })).status).toBe(200)
    const token = await signIn(member)
    expect((await post(token, 'verify/otp/', { otp: await appCode(secret) })).status).toBe(400)
    expect((await post(token, 'verify/otp/', { otp: codes[0] })).status).toBe(400)
  })
})

describe('recovery codes', () => {
  test('work once each, as typed by a person', async () => {
    const member = await buildMember(t)
    const { codes } = await addApp(member)
    const otp = (codes[0] ?? '').toUpperCase().replace('-', '')
    expect((await post(await signIn(member), 'verify/otp/', { otp })).status).toBe(200)
    expect((await post(await signIn(member), 'verify/otp/', { otp })).status).toBe(400)
  })

  test('one of many simultaneous tries with the same code wins, and the others count for nothing', async () => {
    const member = await buildMember(t)
    const { codes } = await addApp(member)
    const token = await signIn(member)
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(token, 'verify/otp/', { otp: codes[0] })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await post(await signIn(member), 'verify/otp/', { otp: ` ${codes[1]} ` })).status).toBe(200)
  })

  test('a new set replaces the old one, and the owner is told', async () => {
    const member = await buildMember(t)
    const { codes: old } = await addApp(member)
    const { body } = await post(member.tokens.access, 'factors/recovery-codes/')
    expect((await outboxOf(t, member.email))[0].subject).toBe('New recovery codes were made')
    expect((await post(await signIn(member), 'verify/otp/', { otp: old[0] })).status).toBe(400)
    expect((await post(await signIn(member), 'verify/otp/', { otp: body.data.recovery_codes[0] })).status).toBe(200)
    expect((await post((await buildMember(t)).tokens.access, 'factors/recovery-codes/')).status).toBe(409)
  })
})

test('the last two methods that are removed at the same moment take the recovery codes along', async () => {
  const member = await buildMember(t)
  for (let round = 0; round < 4; round++) {
    const { codes } = await addApp(member)
    await addApp(member)
    const list = await t.call('GET', '/api/auth/factors/', { token: member.tokens.access })
    const ids: string[] = list.body.data.factors.map(({ id }: { id: string }) => id)
    const remove = (id: string) => t.call('DELETE', `/api/auth/factors/${id}/`, { token: member.tokens.access })
    expect((await Promise.all(ids.map(remove))).map(({ status }) => status)).toEqual([200, 200])
    expect((await post(await signIn(member), 'verify/otp/', { otp: codes[0] })).status).toBe(400)
  }
})

describe('a passkey', () => {
  const origin = 'http://localhost:0'

  async function addPasskey(member: Member, credentialId?: Buffer) {
    const authenticator = createSoftAuthenticator(credentialId)
    const { options } = (await post(member.tokens.access, 'factors/passkeys/options/')).body.data
    const input = { challenge: options.challenge, rpId: options.rp.id, origin }
    const body = { response: authenticator.register(input), name: 'Laptop' }
    return { authenticator, answer: await post(member.tokens.access, 'factors/passkeys/', body), body }
  }

  type Asked = Awaited<ReturnType<typeof ask>>
  async function ask(token: string) {
    const { options } = (await post(token, 'verify/passkey/options/')).body.data
    return { challenge: options.challenge as string, rpId: options.rpId as string, origin }
  }

  test('is added once, signs in and confirms a step-up', async () => {
    const member = await buildMember(t)
    const { authenticator, answer, body } = await addPasskey(member)
    expect(answer).toMatchObject({ status: 201, body: { data: { factor: { kind: 'PASSKEY', name: 'Laptop' } } } })
    expect((await post(member.tokens.access, 'factors/passkeys/', body)).status).toBe(400)
    const token = await signIn(member)
    const response = authenticator.answer(await ask(token))
    const full = await post(token, 'verify/passkey/', { response })
    expect(full.status).toBe(200)
    const stepUp = authenticator.answer(await ask(full.body.data.access))
    expect((await post(full.body.data.access, 'verify/step-up/passkey/', { response: stepUp })).status).toBe(200)
  })

  test('goes on with a sign-in that was begun before codes were locked, and ends the lock', async () => {
    const member = await buildMember(t)
    const { authenticator } = await addPasskey(member)
    const token = await signIn(member)
    const wrong = (await codeSentTo(t, member.phone)) === '000000' ? '000001' : '000000'
    for (let i = 0; i < 10; i++) await post(token, 'verify/otp/', { otp: wrong })
    expect((await givePassword(member)).status).toBe(429)
    expect((await post(token, 'verify/passkey/', { response: authenticator.answer(await ask(token)) })).status).toBe(
      200,
    )
    expect((await givePassword(member)).status).toBe(200)
  })

  test('an answer counts once, for its own challenge, origin and key', async () => {
    const member = await buildMember(t)
    const { authenticator } = await addPasskey(member)
    const token = await signIn(member)
    const wrong = [
      (asked: Asked) => authenticator.answer({ ...asked, origin: 'https://evil.test' }),
      (asked: Asked) => authenticator.answer({ ...asked, rpId: 'evil.test' }),
      (asked: Asked) => authenticator.answer({ ...asked, challenge: 'AAAA' }),
      (asked: Asked) => ({ ...createSoftAuthenticator().answer(asked), id: authenticator.id, rawId: authenticator.id }),
      (asked: Asked) => createSoftAuthenticator().answer(asked),
      () => ({}),
    ]
    for (const answer of wrong) {
      const response = answer(await ask(token))
      expect((await post(token, 'verify/passkey/', { response })).body.errors).toEqual([
        { non_field_errors: ['The passkey was not accepted'] },
      ])
    }
    const response = authenticator.answer(await ask(token))
    const answers = await Promise.all([1, 2].map(() => post(token, 'verify/passkey/', { response })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('whose name is longer than the standard allows is refused', async () => {
    const member = await buildMember(t)
    expect((await addPasskey(member, Buffer.alloc(1_023, 1))).answer.status).toBe(201)
    const { answer } = await addPasskey(member, Buffer.alloc(1_024, 2))
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [{ non_field_errors: ['The passkey could not be added'] }],
    ])
  })

  test('is not asked for without a factor', async () => {
    expect((await post(await signIn(await buildMember(t)), 'verify/passkey/options/')).status).toBe(400)
  })
})

test('an admin resets the factors of a member who lost them', async () => {
  const [admin, member] = [await buildAdmin(t), await buildMember(t)]
  const { secret } = await addApp(member)
  const path = `/api/admin/users/${member.id}/factors/`
  const reset = (by: Member, body: object) => t.call('DELETE', path, { token: by.tokens.access, site: 'admin', body })
  expect((await reset(member, { note: 'It is me' })).status).toBe(403)
  expect((await reset(admin, { note: ' ' })).body.errors).toEqual([{ note: ['Required'] }])
  expect((await reset(admin, { note: 'Seen in a video call, with passport' })).status).toBe(200)
  const token = await signIn(member)
  expect((await t.call('GET', '/api/users/me/', { token })).body.data).toMatchObject({ reg_status: 'PENDING_MOBILE' })
  expect((await post(token, 'verify/otp/', { otp: await appCode(secret) })).status).toBe(400)
})
