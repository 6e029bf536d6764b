import { beforeEach, expect } from 'vitest'
import { buildAdmin, type Member } from '../../../test/build-member.ts'
import type { Answer, TestApp } from '../../../test/test-app.ts'
import { useWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { inTransaction } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Made = { id: string; secret: string }
type Delivery = {
  id: string
  event_id: string
  status: string
  next_attempt_at: string
  attempted_at: string
}

type WebhookCalls = {
  receiver: WebhookReceiver
  /** Below `/api/admin/webhooks/`. */
  as(member: Member, method: Method, path: string, body?: unknown): Promise<Answer>
  /** By an admin who has just signed in: days go by in these tests. */
  call(method: Method, path: string, body?: unknown): Promise<Answer>
  create(kinds?: string[]): Promise<Made>
  deliveriesOf(id: string): Promise<Delivery[]>
  /** Records that a member was locked. @returns the event's id */
  lock(): Promise<string>
}

/** No webhook at the start of each test, and a program on this machine that takes what it is sent. */
export function useWebhooks(t: TestApp): WebhookCalls {
  const receiver = useWebhookReceiver()
  beforeEach(() => t.ctx.db.deleteFrom('webhooks').execute())
  const as: WebhookCalls['as'] = ({ tokens }, method, path, body) =>
    t.call(method, `/api/admin/webhooks/${path}`, {
      site: 'admin',
      token: tokens.access,
      ...(body !== undefined && { body }),
    })
  const call: WebhookCalls['call'] = async (method, path, body) => as(await buildAdmin(t), method, path, body)
  return {
    receiver,
    as,
    call,
    create: async (kinds = ['follow.created', 'member.locked']) => {
      const { status, body } = await call('POST', '', { url: receiver.url, kinds })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.data as Made
    },
    deliveriesOf: async (id) => (await call('GET', `${id}/deliveries/`)).body.data as Delivery[],
    lock: () => {
      const id = t.ctx.random.id()
      const event = { type: 'member.locked', subjects: [{ type: 'user', id }], data: { user_id: id } } as const
      return inTransaction(t.ctx.db, (tx) => recordEvent(t.ctx, tx, event))
    },
  }
}
