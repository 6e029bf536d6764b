import { describe, expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { codeSentTo, outboxOf } from '../../../test/outbox.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const PHONE = '+94712345678'
const send = (member: Member, phone?: string) =>
  t.call('POST', '/api/auth/verify/resend-mobile/', {
    token: member.tokens.access,
    body: phone === undefined ? {} : { phone },
  })
const verify = (member: Member, token: string) =>
  t.call('POST', '/api/auth/verify/mobile/', { token: member.tokens.access, body: { token, method: 'SMS' } })
const phoneOf = async (member: Member) =>
  (await t.ctx.db.selectFrom('users').select('phone').where('id', '=', member.id).executeTakeFirstOrThrow()).phone

describe('a first phone', () => {
  test('gets a code, also without the "+", and is verified by it', async () => {
    const member = await buildMember(t, { hasPhone: false })
    expect((await send(member, '94 71 234 5678')).body.data).toEqual({ phone: '+94*****5678', retry_after: 30 })
    expect((await verify(member, '12')).body.errors).toEqual([{ token: ['Invalid OTP'] }])
    expect((await verify(member, await codeSentTo(t, PHONE))).status).toBe(200)
    expect(await phoneOf(member)).toBe(PHONE)
  })

  test('is verified for who sends the same code again after a lost answer, and nothing happens twice', async () => {
    const member = await buildMember(t, { hasPhone: false })
    await send(member, '+94712340010')
    const code = await codeSentTo(t, '+94712340010')
    await verify(member, code)
    const { status, body } = await verify(member, code)
    expect([status, body.data]).toEqual([200, { reg_status: 'VERIFIED' }])
    const other = code === '000000' ? '000001' : '000000'
    expect((await verify(member, other)).status).toBe(403)
    const mine = t.ctx.db.selectFrom('audit_log').select('action').where('actor_id', '=', member.id)
    expect(await mine.where('action', '=', 'user.verify-phone').execute()).toHaveLength(1)
  })

  test('brings a wallet on Polygon, made without asking', async () => {
    const member = await buildMember(t, { hasPhone: false })
    await send(member, '+94712340009')
    expect((await verify(member, await codeSentTo(t, '+94712340009'))).status).toBe(200)
    await t.runJobs()
    const wallets = await t.ctx.db.selectFrom('wallets').selectAll().where('user_id', '=', member.id).execute()
    expect(wallets).toMatchObject([{ chain: 'POLYGON', public_address: expect.stringMatching(/^0x/) }])
  })

  test('gets the same code again on Retry, at most every 30 s', async () => {
    const member = await buildMember(t, { hasPhone: false })
    await send(member, '+94712340001')
    expect((await send(member)).status).toBe(429)
    t.clock.advance(30_000)
    expect((await send(member)).status).toBe(200)
    const [second, first] = await outboxOf(t, '+94712340001')
    expect(second.code).toBe(first?.code)
  })

  test('that is none, is a landline or is missing is refused beside the field', async () => {
    const member = await buildMember(t, { hasPhone: false })
    expect((await send(member, '+94 77 123 45 67 x')).body.errors).toEqual([{ phone: ['Invalid phone number'] }])
    expect((await send(member, '12345')).body.errors).toEqual([{ phone: ['Invalid phone number'] }])
    expect((await send(member, '+94112345678')).body.errors).toEqual([
      { phone: ['Please enter a mobile phone number'] },
    ])
    expect((await send(member)).body.errors).toEqual([{ phone: ['Required'] }])
    expect((await send(member, '')).body.errors).toEqual([{ phone: ['Required'] }])
  })

  test('of a country we do not text to is refused', async () => {
    const { sms } = t.ctx.config
    sms.countries = ['LK']
    const member = await buildMember(t, { hasPhone: false })
    expect((await send(member, '+491711234567')).body.errors).toEqual([
      { phone: ['We cannot send codes to this country yet'] },
    ])
    sms.countries = []
  })
})

describe('a verified phone', () => {
  test('is never changed by a password alone', async () => {
    const member = await buildMember(t, { session: 'TEMPORARY' })
    expect((await send(member, PHONE)).status).toBe(403)
    expect((await verify(member, '123456')).status).toBe(403)
  })

  test('is changed with a full token and a fresh second factor, and the owner is told', async () => {
    const stale = await buildMember(t, { steppedUp: false })
    expect((await send(stale, PHONE)).body.meta).toEqual({ step_up: true })
    const member = await buildMember(t)
    expect((await send(member, '+94712340002')).status).toBe(200)
    expect((await verify(member, await codeSentTo(t, '+94712340002'))).status).toBe(200)
    expect(await phoneOf(member)).toBe('+94712340002')
    expect((await outboxOf(t, member.email))[0].subject).toBe('Your phone number was changed')
  })
})

describe('caps on SMS', () => {
  test("strangers who ask for codes to a member's phone do not keep the member out", async () => {
    const limits = original()
    await t.ctx.db.deleteFrom('rate_limits').execute()
    t.ctx.config.limits = { ...limits, smsPerPhonePerHour: 1, smsPerPrefixPerHour: 1, smsPerNetworkPerHour: 1 }
    const member = await buildMember(t)
    const strangers = [await buildMember(t, { hasPhone: false }), await buildMember(t, { hasPhone: false })]
    const phone = member.phone ?? ''
    expect((await send(strangers[0] as Member, phone)).status).toBe(200)
    expect((await send(strangers[1] as Member, phone)).status).toBe(429)
    const signIn = () =>
      t.call('POST', '/api/auth/token/', { body: { username: member.email, password: member.password } })
    expect((await signIn()).status).toBe(200)
    t.clock.advance(30_000)
    expect((await signIn()).status).toBe(429)
    t.ctx.config.limits = limits
  })

  const original = () => ({ ...t.ctx.config.limits })

  test.each([
    ['smsPerPhonePerHour', '+94712350000', '+94712350000'],
    ['smsPerNetworkPerHour', '+94712360000', '+94722360000'],
    ['smsPerPrefixPerHour', '+94712370000', '+94712370001'],
    ['smsPerCountryPerDay', '+491711234567', '+491729876543'],
  ] as const)('%s', async (cap, first, second) => {
    const limits = original()
    await t.ctx.db.deleteFrom('rate_limits').execute()
    t.ctx.config.limits = { ...limits, [cap]: 1 }
    expect((await send(await buildMember(t, { hasPhone: false }), first)).status).toBe(200)
    const refused = await send(await buildMember(t, { hasPhone: false }), second)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    t.ctx.config.limits = limits
  })
})
