import type { Config } from '../../config/config.ts'
import type { Mailer } from './mailer.ts'
import { createOutboxMailer } from './outbox-mailer.ts'

/** The library for SMTP is loaded only where it is used. */
export async function createMailer(config: Config): Promise<Mailer> {
  const { kind, smtpUrl, from } = config.mail
  if (kind !== 'smtp' || !smtpUrl) return createOutboxMailer()
  const { createSmtpMailer } = await import('./smtp-mailer.ts')
  return createSmtpMailer({ smtpUrl, from })
}
