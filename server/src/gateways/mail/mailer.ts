/** One mail, ready to go. `id` is ours: a provider that can deduplicate gets it as the message id. */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Ends mails of this kind, by POST without a sign-in (RFC 8058). */
  unsubscribeUrl?: string | null
}
export type Mailer = {
  name: 'outbox' | 'smtp'
  send(mail: Mail): Promise<{ providerRef: string | null }>
  /** Throws, saying why, when mail cannot be sent. */
  check(): Promise<void>
}
