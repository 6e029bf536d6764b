import type { TestApp } from './test-app.ts'

export type OutboxEntry = {
  channel: string
  to: string
  subject: string | null
  text: string
  html: string | null
  code: string
  link: string
}

/** The messages to an address or phone, the newest first. */
export async function outboxOf(t: TestApp, to: string): Promise<[OutboxEntry, ...OutboxEntry[]]> {
  const { body } = await t.call('GET', `/api/dev/outbox/?to=${encodeURIComponent(to)}`)
  return body.data
}

/** The 6-digit code of the newest SMS to a phone. */
export async function codeSentTo(t: TestApp, phone: string | null): Promise<string> {
  const [sms] = await outboxOf(t, phone ?? '')
  return sms.code
}

/** The token in the link of the newest mail to an address. */
export async function linkTokenSentTo(t: TestApp, email: string): Promise<string> {
  const [mail] = await outboxOf(t, email)
  return new URL(mail.link).searchParams.get('token') ?? ''
}
