import type { SmsSender } from './sms-sender.ts'

/** Sends nothing: the row of `messages` is the outbox, and development reads it there. */
export const createOutboxSmsSender = (): SmsSender => ({
  name: 'outbox',
  send: async () => ({ providerRef: null }),
  check: async () => undefined,
})
