import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { outboxOf } from '../../../test/outbox.ts'

const t = useTestApp()

describe('from registration to the full token', () => {
  test('register, verify the e-mail, add the phone, sign in with the code', async () => {
    const email = 'ann@example.test'
    const registered = await t.call('POST', '/api/auth/register/', {
      body: { email: 'Ann@Example.test', password: 'a-good-pass', confirm_password: 'a-good-pass', terms: false },
    })
    expect(registered).toMatchObject({ status: 201, body: { data: { email } } })
    const credentials = { username: 'ANN@example.test', password: 'a-good-pass' }

    const early = await t.call('POST', '/api/auth/token/', { body: credentials })
    expect(early.status).toBe(400)
    expect(early.body.errors).toEqual([{ non_field_errors: ['Please verify your e-mail address first.'] }])

    const [mail] = await outboxOf(t, email)
    const link = new URL(mail.link)
    expect(link.pathname).toBe('/app/verify/email')
    const verified = await t.call('GET', `/api/auth/verify/email/?token=${link.searchParams.get('token')}&method=EMAIL`)
    expect(verified.status).toBe(200)

    const first = (await t.call('POST', '/api/auth/token/', { body: credentials })).body.data
    const pending = await t.call('GET', '/api/users/me/', { token: first.access })
    expect(pending.body.data).toMatchObject({ email, reg_status: 'PENDING_MOBILE', phone: null, subscription: 1 })

    const sent = await t.call('POST', '/api/auth/verify/resend-mobile/', { token: first.access, body: { phone: '94771234567' } })
    expect(sent).toMatchObject({ status: 200, body: { data: { retry_after: 30 } } })
    const [sms] = await outboxOf(t, '+94771234567')
    expect(sms.code).toMatch(/^\d{6}$/)
    const mobile = await t.call('POST', '/api/auth/verify/mobile/', { token: first.access, body: { token: sms.code, method: 'SMS' } })
    expect(mobile).toMatchObject({ status: 200, body: { data: { reg_status: 'VERIFIED' } } })

    const second = (await t.call('POST', '/api/auth/token/', { body: credentials })).body.data
    const [code] = await outboxOf(t, '+94771234567')
    expect((await t.call('GET', '/api/auth/sessions/', { token: second.access })).status).toBe(401)
    const full = await t.call('POST', '/api/auth/verify/otp/', { token: second.access, body: { otp: code.code } })
    expect(full.status).toBe(200)
    const me = await t.call('GET', '/api/users/me/', { token: full.body.data.access })
    expect(me.body.data).toMatchObject({ reg_status: 'VERIFIED', phone: '+94*****4567' })
    expect((await t.call('GET', '/api/users/me/', { token: second.access })).status).toBe(401)
  })
})
