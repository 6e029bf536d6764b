import type { Config } from '../../config/config.ts'
import type { Mailer } from './mailer.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

export function createMailer(config: Config): Mailer {
  const { kind, smtpUrl, from } = config.mail
  return kind === 'smtp' && smtpUrl ? createSmtpMailer({ smtpUrl, from }) : createOutboxMailer()
}
