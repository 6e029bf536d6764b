export type Sms = { id: string; to: string; text: string }
export type SmsSender = {
  name: 'outbox' | 'twilio'
  send(sms: Sms): Promise<{ providerRef: string | null }>
  check(): Promise<void>
}
