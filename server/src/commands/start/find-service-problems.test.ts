import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { productionSettings } from '../../../test/production.ts'
import { freePort, startRefused } from '../../../test/product.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { readSettings } from '../../config/read-settings.ts'
import { findServiceProblems } from './find-service-problems.ts'

const t = useTestApp()
/** Knows one bucket, and one key that may use it. */
const s3 = createServer((request, response) => {
  const isLetIn = request.headers.authorization?.includes('Credential=right/')
  response.writeHead(!isLetIn ? 403 : request.url?.startsWith('/members') ? 200 : 404).end()
})
const smtp = new SMTPServer({
  authOptional: false,
  closeTimeout: 100,
  disabledCommands: ['STARTTLS'],
  onAuth: ({ password }, _session, done) =>
    password === 'right' ? done(null, { user: 'verso' }) : done(new Error('Invalid login')),
})
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

beforeAll(async () => {
  await new Promise<void>((resolve) => void s3.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve))
  const member = await buildMember(t)
  const account = { account_number: '123456789012', bank_name: 'Bank of Ceylon' }
  const body = { holder: 'Nimal Perera', country: 'lk', currency: 'lkr', ...account }
  await t.call('POST', '/api/accounts/fiats/', { token: member.tokens.access, body })
})
afterAll(async () => {
  s3.closeAllConnections()
  await new Promise((resolve) => s3.close(resolve))
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
})

const right = (): Record<string, string> => ({
  DATABASE_URL: t.ctx.config.database.url,
  MIGRATION_DATABASE_URL: t.ownerUrl,
  WALLET_KEK: t.ctx.config.walletKek,
  STORAGE_DRIVER: 's3',
  S3_ENDPOINT: `http://127.0.0.1:${portOf(s3)}`,
  S3_BUCKET: 'members',
  S3_ACCESS_KEY_ID: 'right',
  S3_SECRET_ACCESS_KEY: 'key',
  MAIL_DRIVER: 'smtp',
  SMTP_URL: `smtp://verso:right@127.0.0.1:${portOf(smtp.server)}`,
})
const find = (env: Record<string, string>) => findServiceProblems(readSettings({ ...right(), ...env }))

test('services that answer are no problem', async () => expect(await find({})).toEqual([]))

test('a wrong bucket, credentials, mail password, and a mail server that is away are found', async () => {
  expect(await find({ S3_BUCKET: 'other' })).toEqual(['S3_BUCKET=other cannot be used: there is no such bucket'])
  expect(await find({ S3_ACCESS_KEY_ID: 'wrong' })).toEqual([expect.stringContaining('are not let in')])
  expect(await find({ SMTP_URL: `smtp://verso:no@127.0.0.1:${portOf(smtp.server)}` })).toEqual([
    expect.stringContaining('SMTP_URL: the mail server cannot be used (Invalid login'),
  ])
  expect(await find({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })).toEqual([
    expect.stringContaining('ECONNREFUSED'),
  ])
})

test('a country that no phone number has is found', async () => {
  expect(await find({ SMS_COUNTRIES: 'gb, LK' })).toEqual([])
  expect(await find({ SMS_COUNTRIES: 'LK,UK,EU' })).toEqual([
    expect.stringContaining('SMS_COUNTRIES: no phone number is of UK'),
    expect.stringContaining('is of EU'),
  ])
})

test('a WALLET_KEK that does not open the seed or the bank details is found, each by the process that has it', async () => {
  const WALLET_KEK = 'w'.repeat(40)
  const [seed, bank] = [expect.stringContaining('that the wallets'), expect.stringContaining('bank details')]
  expect(await find({ WALLET_KEK })).toEqual([seed, bank])
  expect(await find({ WALLET_KEK, ROLE: 'signer', SIGNER_SECRET: 's'.repeat(40) })).toEqual([seed])
  const apart = { SIGNER_URL: 'http://127.0.0.1:3004', SIGNER_SECRET: 's'.repeat(40) }
  expect(await find({ WALLET_KEK, ...apart })).toEqual([bank])
  expect(await find(apart)).toEqual([])
})

test('a production start says in one message what is wrong with its settings and with its services', async () => {
  const { code, output } = await startRefused({
    ...productionSettings(),
    ...right(),
    WALLET_KEK: 'wrong-key'.repeat(5),
    S3_BUCKET: 'other',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    ADMIN_URL: 'http://admin.verso.example',
  })
  expect(code).toBe(1)
  for (const text of ['ADMIN_URL must be https', 'WALLET_KEK can be guessed', 'that the wallets', 'bank details'])
    expect(output).toContain(text)
  for (const text of ['S3_BUCKET=other', 'SMTP_URL: ']) expect(output).toContain(text)
  expect(output).not.toMatch(/^\s+at /m)
}, 240_000)
