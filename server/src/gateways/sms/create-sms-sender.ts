import type { Config } from '../../config/config.ts'
import { createOutboxSmsSender } from './outbox-sms-sender.ts'
import type { SmsSender } from './sms-sender.ts'
import { createTwilioSmsSender } from './twilio-sms-sender.ts'

export function createSmsSender(config: Config): SmsSender {
  if (config.sms.kind !== 'twilio') return createOutboxSmsSender()
  return createTwilioSmsSender({ ...config.sms.twilio, publicUrl: config.urls.public })
}
