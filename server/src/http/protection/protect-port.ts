import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { checkHost } from './check-host.ts'
import { noteRequest } from './guard-connections.ts'
import { limitRequests } from './limit-requests.ts'
import { shedLoad } from './shed-load.ts'
import type { Urls } from '../urls.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A balancer or a monitor asks: answered under any host name, however busy we are. */
    isProbe?: boolean
    /** A provider's webhook: neither limited nor shed, because it is about money. */
    isWebhook?: boolean
    /** The body is a file: it may take as long as it needs, at the least rate of an upload. */
    isUpload?: boolean
  }
}

const HSTS_SECONDS = 31_536_000

/** The protection of every port of the product. Registered before any route. */
export function protectPort(
  app: FastifyInstance,
  ctx: Context,
  port: keyof Urls,
  options: Parameters<typeof checkHost>[3] = {},
): void {
  if (ctx.config.isProduction || ctx.config.urls[port]?.startsWith('https:')) {
    app.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}`),
    )
  }
  app.addHook('onRequest', async (request) => {
    noteRequest(request.raw, { id: request.id, isUpload: request.routeOptions.config.isUpload === true })
  })
  checkHost(app, ctx, port, options)
  shedLoad(app, ctx)
  limitRequests(app, ctx)
}
