import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'

test('every wrong setting is named in plain words', () => {
  const env = { PORT: 'abc', LOG_LEVEL: 'loud', PUBLIC_URL: 'shop', PLATFORM_FEE_BPS: 'x', EARNINGS_HOLD_DAYS: '400' }
  expect(() => readSettings(env)).toThrow(
    [
      'These settings are wrong:',
      'LOG_LEVEL: must be one of debug, info, warn, error, fatal, silent',
      'PORT: must be a port, a number from 0 to 65535',
      'PUBLIC_URL: must be an address like https://example.com',
      'PLATFORM_FEE_BPS: must be a number',
      'EARNINGS_HOLD_DAYS: must be at most 365',
    ].join('\n  '),
  )
})

test('an address needs its scheme, and two ports of one process are two numbers', () => {
  for (const name of ['PUBLIC_URL', 'POLYGON_RPC_URL', 'S3_ENDPOINT', 'STRIPE_API_URL'])
    for (const wrong of ['localhost:5100', 'ftp://example.com'])
      expect(() => readSettings({ [name]: wrong }), name).toThrow(
        `${name}: must be an address like https://example.com`,
      )
  expect(() => readSettings({ SMTP_URL: 'mail.example.com:465' })).toThrow('SMTP_URL: must be an address like smtps://')
  expect(() => readSettings({ PORT: '3001' })).toThrow('PORT and ADMIN_PORT must not be the same port: 3001')
  expect(() => readSettings({ PAY_PORT: '9100', METRICS_PORT: '9100' })).toThrow('PAY_PORT and METRICS_PORT must')
  const free = { PORT: '0', ADMIN_PORT: '0' }
  expect(readSettings({ ...free, PUBLIC_URL: 'http://localhost:5100/' }).PUBLIC_URL).toBe('http://localhost:5100')
})

test('a production server with Stripe needs the address of its form', () => {
  const problemsOf = (env: Record<string, string>): string => {
    try {
      readSettings({ NODE_ENV: 'production', ...env })
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const problem = 'PAYMENT_PROVIDER=stripe needs PAY_URL'
  expect(problemsOf({ PAYMENT_PROVIDER: 'stripe' })).toContain(problem)
  expect(problemsOf({ PAYMENT_PROVIDER: 'stripe', PAY_URL: 'https://pay.example.com' })).not.toContain(problem)
  expect(problemsOf({ PAYMENT_PROVIDER: 'wert' })).not.toContain(problem)
  expect(() =>
    readSettings({
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 's',
      STRIPE_PUBLISHABLE_KEY: 'p',
      STRIPE_WEBHOOK_SECRET: 'w',
    }),
  ).not.toThrow()
})

test('the countries of SMS are codes, in any case and with spaces, and a wrong one is refused', () => {
  expect(readSettings({ SMS_COUNTRIES: 'LK, de ,,' }).SMS_COUNTRIES).toEqual(['LK', 'DE'])
  expect(readSettings({}).SMS_COUNTRIES).toEqual([])
  for (const wrong of ['LK,Germany', 'LK DE', '94'])
    expect(() => readSettings({ SMS_COUNTRIES: wrong }), wrong).toThrow(
      'SMS_COUNTRIES: must be country codes like LK,DE',
    )
})
