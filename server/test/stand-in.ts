import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SeenRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type StandIn = {
  url: string
  /** Everything that was asked, in order. */
  requests: SeenRequest[]
  /** Sets the answer of `METHOD /path` from now on, or a function that makes one of each request; anything else is a 404 that fails the caller. */
  answer(call: string, body: unknown, status?: number): void
  reset(): void
  stop(): Promise<void>
}

/** Stands for an outside service: remembers what it was sent, answers what the test says. */
export async function startStandIn(): Promise<StandIn> {
  const answers = new Map<string, { body: unknown; status: number }>()
  const requests: SeenRequest[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const path = request.url ?? ''
    const seen = { method: request.method ?? '', path, headers: request.headers, body }
    requests.push(seen)
    const answer = answers.get(`${request.method} ${path.split('?')[0]}`) ?? {
      body: { error: 'not prepared' },
      status: 404,
    }
    const answered: unknown = typeof answer.body === 'function' ? answer.body(seen) : answer.body
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (call, body, status = 200) => void answers.set(call, { body, status }),
    reset: () => {
      answers.clear()
      requests.length = 0
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
