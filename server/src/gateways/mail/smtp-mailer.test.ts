import { type AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermanentJobError } from '../../errors/job-errors.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const received: ParsedMail[] = []
let server: SMTPServer
let mailer: Mailer

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = address.startsWith('gone') ? 550 : address.startsWith('busy') ? 451 : undefined
      done(responseCode ? Object.assign(new Error('refused'), { responseCode }) : null)
    },
    onData: (stream, _session, done) => {
      simpleParser(stream, (error, mail) => {
        received.push(mail)
        done(error)
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Verso <no-reply@verso.test>' })
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const mail = (to: string) => ({ id: 'id-1', to, subject: 'Grüße', text: 'Hello\n', html: '<p>Hello</p>' })

test('a mail arrives at a real SMTP server, as text and HTML, under our id', async () => {
  await mailer.check()
  expect(await mailer.send(mail('ann@example.test'))).toEqual({ providerRef: '<id-1@verso.test>' })
  expect(received[0]).toMatchObject({ subject: 'Grüße', html: '<p>Hello</p>', messageId: '<id-1@verso.test>' })
  expect(received[0]?.text?.trim()).toBe('Hello')
  expect(received[0]?.from?.text).toBe('"Verso" <no-reply@verso.test>')
})

test('a mail that one may be rid of says how (RFC 8058)', async () => {
  const unsubscribeUrl = 'https://verso.test/api/notifications/unsubscribe/token/'
  await mailer.send({ ...mail('ann@example.test'), id: 'id-2', unsubscribeUrl })
  const { headerLines = [] } = received.at(-1) ?? {}
  const lines = headerLines.map(({ line }) => line)
  expect(lines).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('a mailbox that does not exist is refused for good, a busy server is tried again', async () => {
  await expect(mailer.send(mail('gone@example.test'))).rejects.toBeInstanceOf(PermanentJobError)
  await expect(mailer.send(mail('busy@example.test'))).rejects.not.toBeInstanceOf(PermanentJobError)
})
