import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { DEFAULT_HEADERS } from './default-headers.ts'

type Refusal = { status: number; code: string; message: string; id: string }

/** Answers in the envelope of every failure where no route will, and ends the connection. */
export function refuseConnection(socket: Socket, { status, code, message, id }: Refusal): void {
  const body = JSON.stringify({ errors: [message], code, request_id: id })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(DEFAULT_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${id}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}
