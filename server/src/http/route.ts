import type { Endpoint, Method } from '@verso/protocol/endpoint'
import {
  type Answer,
  type EndpointName,
  endpoints,
  type ParsedBody,
  type ParsedParams,
  type ParsedQuery,
} from '@verso/protocol/endpoints'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { App } from './app-type.ts'

type Parsed<Name extends EndpointName> = {
  Params: ParsedParams<Name>
  Querystring: ParsedQuery<Name>
  Body: ParsedBody<Name>
}
/** An answer that is no JSON goes out by the reply itself. */
type Answered<Name extends EndpointName> = Answer<Name> extends object ? Answer<Name> : FastifyReply
type Handler<Name extends EndpointName> = (
  request: FastifyRequest<Parsed<Name>>,
  reply: FastifyReply,
) => Promise<Answered<Name>>

/** Options that only the server needs. */
type Options = Pick<RouteShorthandOptions, 'bodyLimit' | 'compress' | 'config' | 'onSend'>

/** The route of a call that the protocol declares: method, path, access, schemas and description are the declaration's. */
export function route<Name extends EndpointName>(
  app: App,
  name: Name,
  handler: Handler<Name>,
  options: Options = {},
): void {
  const [method, path] = name.split(' ') as [Method, string]
  const endpoint: Endpoint = endpoints[name]
  app.route({
    ...options,
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { ...options.config, access: endpoint.access, namesRows: endpoint.namesRows ?? false },
    schema: schemaOf(endpoint),
    handler: async (request, reply) => {
      if (endpoint.status) reply.status(endpoint.status)
      return handler(request as unknown as FastifyRequest<Parsed<Name>>, reply)
    },
  })
}

function schemaOf({ tag, summary, description, params, query, body, answer, status, ...sent }: Endpoint) {
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(answer && { response: { [status ?? 200]: answer } }),
    ...(sent.produces && { produces: [sent.produces] }),
    ...(sent.isUpload && { consumes: ['multipart/form-data'] }),
  }
}
