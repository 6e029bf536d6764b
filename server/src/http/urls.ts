import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** Where the product's origins are, for links in answers and mails; without trailing slash. */
export type Urls = { public: string; admin: string; media: string; pay: string }

/**
 * No absolute URL is stored: an origin that is not set is derived from the host that the request came to and the port
 * of that part of the product (contract.md → Envelope). Jobs have no request and use the host we listen on.
 */
export function urlsFor(ctx: Context, request?: FastifyRequest): Urls {
  const { ports, urls } = ctx.config
  const hostname = request
    ? request.hostname.replace(/:\d+$/, '')
    : ctx.config.host === '127.0.0.1'
      ? 'localhost'
      : ctx.config.host
  const origin = (port: number) => `${request?.protocol ?? 'http'}://${hostname}:${port}`
  return {
    public: urls.public ?? origin(ports.public),
    admin: urls.admin ?? origin(ports.admin),
    media: urls.media ?? origin(ports.media),
    pay: urls.pay ?? origin(ports.pay),
  }
}
