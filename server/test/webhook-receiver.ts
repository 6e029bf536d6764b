import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

type Received = {
  headers: IncomingHttpHeaders
  text: string
  body: { id: string; type: string } & Record<string, unknown>
}
type Reply = { status: number; body?: string; headers?: Record<string, string>; afterMs?: number } | 'never'

export type WebhookReceiver = {
  url: string
  /** The calls that came, the newest last. */
  received: Received[]
  reply: Reply | ((received: Received) => Reply)
}

/** A program of an operator's on this machine, which takes what it is sent unless a test says otherwise. */
export function useWebhookReceiver(): WebhookReceiver {
  const receiver: WebhookReceiver = { url: '', received: [], reply: { status: 204 } }
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const received = { headers: request.headers, text: sent, body: JSON.parse(sent) as Received['body'] }
      receiver.received.push(received)
      const reply = typeof receiver.reply === 'function' ? receiver.reply(received) : receiver.reply
      if (reply === 'never') return
      setTimeout(() => response.writeHead(reply.status, reply.headers).end(reply.body), reply.afterMs ?? 0)
    })
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  beforeEach(() => {
    receiver.received = []
    receiver.reply = { status: 204 }
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return receiver
}
