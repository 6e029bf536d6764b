import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import { ZodError } from 'zod'
import { isDatabaseAway, isDatabaseBusy } from '../../db/client.ts'
import { rewriteTarget } from '../../http/protection/check-host.ts'
import { answerBrokenRequest } from '../../http/protection/answer-broken-request.ts'
import { parseJson } from '../../http/protection/parse-json.ts'
import { apiRoutes } from './api-routes.ts'
import { pageRoutes } from './page-routes.ts'
import type { SandboxContext } from './sandbox-context.ts'

/** The parts shared with the other ports of the product. */
export type SandboxServer = { protect(app: FastifyInstance): void } & Pick<
  FastifyHttpOptions<Server>,
  'serverFactory' | 'trustProxy'
>

const BODY_LIMIT_BYTES = 64 * 1024

/** The sandbox provider's own server: its payment page and its API. */
export function buildSandboxApp(sandbox: SandboxContext, { protect, ...options }: SandboxServer): FastifyInstance {
  const app = fastify({
    loggerInstance: sandbox.log as never,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    ...options,
    bodyLimit: BODY_LIMIT_BYTES,
    clientErrorHandler: (error, socket) => answerBrokenRequest(sandbox, error, socket),
    rewriteUrl: rewriteTarget,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  protect(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson)
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ZodError) return reply.status(422).send({ error: error.issues[0]?.message ?? 'invalid' })
    const isAway = isDatabaseAway(error) || isDatabaseBusy(error)
    if (isAway) sandbox.log.warn({ error: error.message }, 'the sandbox provider did not reach its store')
    const status = isAway ? 503 : (error.statusCode ?? 500)
    if (status >= 500 && !isAway) sandbox.log.error({ err: error }, 'the sandbox provider failed')
    return reply.status(status).send({ error: 'Something went wrong' })
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
  })
  assetRoutes(app)
  apiRoutes(app, sandbox)
  pageRoutes(app, sandbox)
  return app
}

const FONT = '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'
const asset = (name: string) => readFile(new URL(`./page/${name}`, import.meta.url))

function assetRoutes(app: FastifyInstance): void {
  for (const name of ['pay.css', 'pay-parts.css'])
    app.get(`/assets/${name}`, async (_request, reply) => reply.type('text/css; charset=utf-8').send(await asset(name)))
  app.get('/assets/pay.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(await asset('pay.js')),
  )
  app.get('/assets/font.woff2', async (_request, reply) => {
    const file = await readFile(createRequire(import.meta.url).resolve(FONT))
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('font/woff2').send(file)
  })
  app.get('/favicon.ico', async (_request, reply) => reply.status(204).send())
}
