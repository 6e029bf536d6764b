import fastify, { LogController } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { plainMessage } from '../plain-message.ts'
import { registerErrorHandler, sendMalformedAddress } from './error-handler.ts'
import type { App } from './app-type.ts'
import { rewriteTarget } from './check-host.ts'
import { protectPort } from './protect-port.ts'
import { createProxyTrust } from './trust-proxy.ts'
import type { Urls } from './urls.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/** What every port has in common: zod schemas, request ids, the envelope, JSON bodies that may be empty. */
export function createBaseApp(ctx: Context, port: keyof Urls): App {
  z.config({ customError: plainMessage })
  const app = fastify({
    loggerInstance: ctx.log as never,
    // One line of our own per request, below.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => ctx.random.id(),
    trustProxy: createProxyTrust(ctx.config.trustProxy),
    rewriteUrl: rewriteTarget,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // The only one of these errors that a client can cause is an address that cannot be decoded.
    frameworkErrors: (_error, request, reply) => sendMalformedAddress(request as never, reply as never),
  }).withTypeProvider<ZodTypeProvider>()
  protectPort(app as never, ctx, port)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app as never)
  // Fastify's own take text as well: whatever else is sent gets a 415.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson)
  // PostgreSQL cannot compare anything with NUL. (In a path it is an id that nothing has; a page asks the API itself.)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === '/*') return
    if (request.url.split('?', 2)[1]?.includes('%00')) throw badRequest(UNSTORABLE)
  })
  app.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      request_id: request.id,
      method: request.method,
      path: request.url.split('?')[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    ctx.log.debug(line, 'a request was answered')
  })
  return app as unknown as App
}

/** An empty body is no body; text that PostgreSQL cannot store (NUL, half a surrogate pair) is refused here. */
function parseJson(
  _request: unknown,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (text.length === 0) return done(null, undefined)
  try {
    const body = JSON.parse(text as string, (key, value) => {
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) throw new UnstorableText()
      return key === '__proto__' ? undefined : value
    })
    done(null, body)
  } catch (error) {
    done(badRequest(error instanceof UnstorableText ? UNSTORABLE : 'The request is not valid JSON'))
  }
}

class UnstorableText extends Error {}
const UNSTORABLE = 'The request contains a character that is not allowed'
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

const badRequest = (message: string) => Object.assign(new Error(message), { statusCode: 400 })
