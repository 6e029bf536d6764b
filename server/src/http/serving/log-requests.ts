import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { requestMeasure } from '../../measures.ts'

/** As proxies, balancers and clients write them. */
const GIVEN_ID = /^[\w.:-]{8,64}$/
/** The status that nginx logs when the client went before the answer was out. */
const CLIENT_GONE = 499

/** The id that the client, or a proxy before us, has given the request; else one of ours. */
export function requestIdOf(header: string | string[] | undefined, ctx: Pick<Context, 'random'>): string {
  return typeof header === 'string' && GIVEN_ID.test(header) ? header : ctx.random.id()
}

/** One line for each request. Its route stands for its path, in which tokens may be. */
export function logRequests(app: FastifyInstance, ctx: Context, port: string): void {
  app.addHook('onRequest', async (request, reply) => logWhenAnswered(ctx, port, request, reply))
}

export function logWhenAnswered(ctx: Context, port: string, request: FastifyRequest, reply: FastifyReply): void {
  // Once for every answer, also for one whose client has gone.
  reply.raw.once('close', () => {
    const line = describe(request, reply)
    ctx.log.info(line, 'a request was answered')
    const { method, status } = line
    requestMeasure.tell({ port, method, route: line.route ?? 'none', status, ms: reply.elapsedTime })
  })
}

const describe = (request: FastifyRequest, reply: FastifyReply) => ({
  request_id: request.id,
  method: request.method,
  route: request.routeOptions.url ?? null,
  status: reply.raw.writableEnded ? reply.raw.statusCode : CLIENT_GONE,
  ms: Math.round(reply.elapsedTime),
  member_id: request.viewer?.userId ?? null,
})
