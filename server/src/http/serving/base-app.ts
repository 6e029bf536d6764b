import fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainMessage } from '../../errors/plain-message.ts'
import { notFound } from '../app-error.ts'
import { compiledSerializer } from './serialize-answers.ts'
import { registerErrorHandler, sendMalformedAddress } from './error-handler.ts'
import { logRequests, logWhenAnswered, requestIdOf } from './log-requests.ts'
import { traceRequests } from './trace-requests.ts'
import type { App } from '../app-type.ts'
import { rewriteTarget } from '../protection/check-host.ts'
import { createGuardedServer } from '../protection/guard-connections.ts'
import { protectPort } from '../protection/protect-port.ts'
import { createProxyTrust } from '../../config/trust-proxy.ts'
import { answerBrokenRequest } from '../protection/answer-broken-request.ts'
import { badRequest, parseJson, UNSTORABLE } from '../protection/parse-json.ts'
import type { Urls } from '../urls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Since SIGTERM: not ready, and serving for a grace time. */
    isEnding: boolean
    /** So many came, probes aside. */
    requestCount: number
  }
}

/** A route that needs a larger limit sets its own. */
const BODY_LIMIT_BYTES = 64 * 1024
const ACCOUNT_BODY_LIMIT_BYTES = 16 * 1024
/** The longest is the token of a mail of the day that told of every kind (protocol/src/endpoints/notifications.ts). */
const MAX_PARAM_LENGTH = 1_200
const ACCOUNT_PATHS = /^\/api\/(?:auth|users|accounts)(?:\/|$)/
/** The base of every port: zod schemas, request ids, the envelope, JSON bodies that may be empty. */
export function createBaseApp(ctx: Context, port: keyof Urls): App {
  z.config({ customError: plainMessage })
  const app = fastify({
    loggerInstance: ctx.log as never,
    // One line of our own per request: log-requests.ts.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id'], ctx),
    trustProxy: createProxyTrust(ctx.config.trustProxy),
    serverFactory: (listener) => createGuardedServer(ctx, listener),
    clientErrorHandler: (error, socket) => answerBrokenRequest(ctx, error, socket),
    rewriteUrl: rewriteTarget,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    forceCloseConnections: 'idle',
    // One that came on a connection that was taken before the port closed is served like those that have begun.
    return503OnClosing: false,
    // The only one of these errors that a client can cause is an address that cannot be decoded.
    frameworkErrors: (_error, request, reply) => {
      // No hook sees such a request.
      logWhenAnswered(ctx, port, request as never, reply as never)
      sendMalformedAddress(request as never, reply as never)
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.decorate('isEnding', false)
  app.decorate('requestCount', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.isProbe) app.requestCount++
    done()
  })
  traceRequests(app as never)
  logRequests(app as never, ctx, port)
  protectPort(app as never, ctx, port)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler((ctx.config.checksAnswers ? serializerCompiler : compiledSerializer) as never)
  registerErrorHandler(app as never)
  // Fastify's own parsers take text as well: every other type gets a 415.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson)
  app.addHook('onRoute', (route) => {
    if (ACCOUNT_PATHS.test(route.url)) route.bodyLimit ??= ACCOUNT_BODY_LIMIT_BYTES
  })
  // Before its body is read.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound()
  })
  // PostgreSQL cannot compare text with NUL. In a path such an id is simply unknown.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === '/*') return
    const texts = Object.entries(request.query as Record<string, string | string[]>).flat(2)
    if (texts.some((text) => text.includes('\0'))) throw badRequest(UNSTORABLE)
  })
  // A form sends its empty fields too.
  app.addHook('preValidation', async (request) => {
    const query = request.query as Record<string, unknown>
    for (const name of Object.keys(query)) if (query[name] === '') delete query[name]
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A proxy that keeps its connections opens the next one to another process.
    if (app.isEnding) reply.header('connection', 'close')
  })
  return app as unknown as App
}
