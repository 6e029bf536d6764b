import type { Mailer } from './mailer.ts'

/** Sends nothing: the row of `messages` is the outbox, and development reads it there. */
export const createOutboxMailer = (): Mailer => ({
  name: 'outbox',
  send: async () => ({ providerRef: null }),
  check: async () => undefined,
})
