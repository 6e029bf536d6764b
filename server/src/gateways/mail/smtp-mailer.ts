import { createTransport } from 'nodemailer'
import { PermanentJobError } from '../../errors/job-errors.ts'
import type { Mailer } from './mailer.ts'

const TIMEOUT_MS = 20_000

/** Mail by SMTP. Our id becomes the Message-ID, so a mail that is sent again after a crash can be recognised. */
export function createSmtpMailer(options: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  const domain = /@([^>\s]+)>?\s*$/.exec(options.from)?.[1] ?? 'localhost'
  return {
    name: 'smtp',
    send: async ({ id, to, subject, text, html, unsubscribeUrl }) => {
      try {
        const headers = unsubscribeUrl ? unsubscribeHeaders(unsubscribeUrl) : {}
        const message = { from: options.from, to, subject, text, html, headers, messageId: `<${id}@${domain}>` }
        const info = await transport.sendMail(message)
        return { providerRef: info.messageId }
      } catch (error) {
        throw asJobError(error)
      }
    },
    check: async () => void (await transport.verify()),
  }
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** A server that refuses this recipient or this mail for good (5xx after MAIL FROM) will refuse it again. */
function asJobError(error: unknown): unknown {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  const isRefused = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return isRefused ? new PermanentJobError(`the mail server refused the mail (${responseCode})`) : error
}
