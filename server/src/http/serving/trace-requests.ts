import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Span, startSpan } from '../../trace.ts'

/** A span for each request, from its headers to the end of its answer. A client's own `traceparent` is not taken: anybody may send one. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = startSpan({ kind: 'server', name: `${request.method} ${route}` })
    if (!span) return done()
    spans.set(request, span)
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw
      const attributes = {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'verso.request_id': request.id,
      }
      span.end({ attributes, hasFailed: statusCode >= 500 })
    })
    span.run(done)
  })
  // The reading of a body goes on from the socket, which is of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
}
