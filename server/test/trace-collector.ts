import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
  /** The role of the process that sent it. */
  role: string
}
type Attribute = { key: string; value: { stringValue?: string } }
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] }

/** A collector of traces (OTLP over HTTP), and what it was sent. */
export async function startTraceCollector() {
  const got: { spans: SentSpan[]; authorization: string[] } = { spans: [], authorization: [] }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const sent = JSON.parse(Buffer.concat(parts).toString()) as Sent
        for (const { resource, scopeSpans } of sent.resourceSpans) {
          const role = resource.attributes.find(({ key }) => key === 'verso.role')?.value.stringValue ?? ''
          got.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, role }))))
        }
        got.authorization.push(request.headers.authorization ?? '')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    got,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
