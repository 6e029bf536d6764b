import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { isLoopbackHost } from '../../config/hosts.ts'
import { sendError } from '../serving/error-handler.ts'
import type { Urls } from '../urls.ts'

const HOST = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?$/
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

type HostOptions = {
  /** Loopback names are taken although the port has an address of its own. */
  takesLoopback?: boolean
}

/**
 * A page of another name that resolves to us (DNS rebinding) is answered nothing but 421: each port knows its own name, and
 * in development, or without an address of its own, the loopback names. Probes come by IP address and are answered. Who names
 * two hosts gets 400 anywhere: a proxy before us may have believed the other one (RFC 9112, 3.2).
 */
export function checkHost(app: FastifyInstance, ctx: Context, port: keyof Urls, options: HostOptions = {}): void {
  app.addHook('onRequest', async (request, reply) => {
    if (namesTwoHosts(request))
      return sendError(reply, request, 400, { errors: ['The request names more than one host'], code: 'invalid' })
    if (request.routeOptions.config.isProbe) return
    if (isKnownHost(ctx, port, options, request.raw)) return
    return sendError(reply, request, 421, {
      errors: ['This address is not served here'],
      code: 'misdirected_request',
    })
  })
}

function isKnownHost({ config }: Context, port: keyof Urls, options: HostOptions, request: IncomingMessage): boolean {
  const [, name = '', number] = HOST.exec(request.headers.host?.toLowerCase() ?? '') ?? []
  if (name === '') return false
  const ownUrl = config.urls[port]
  if (ownUrl) {
    const { hostname, port: given, protocol } = new URL(ownUrl)
    const isOwnPort = number === undefined || number === (given || DEFAULT_PORTS[protocol])
    if (name === hostname && isOwnPort) return true
  }
  return (!ownUrl || config.isDevelopment || options.takesLoopback === true) && isLoopbackHost(name)
}

/** In two headers, of which Node drops the second, or in a header and in a target that is a whole address. */
function namesTwoHosts({ raw, originalUrl }: FastifyRequest): boolean {
  const named = hostHeaders(raw)
  if (named.length !== 1) return named.length > 1
  if (originalUrl.startsWith('/') || !URL.canParse(originalUrl)) return false
  const { host, protocol } = new URL(originalUrl)
  const header = `${protocol}//${named[0]}`
  return !URL.canParse(header) || new URL(header).host !== host
}

const hostHeaders = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, place) => place % 2 === 1 && rawHeaders[place - 1]?.toLowerCase() === 'host')

/** Of a target that is a whole address, as clients send it to proxies, routes see the path alone. */
export function rewriteTarget(request: IncomingMessage): string {
  const target = request.url ?? '/'
  if (target.startsWith('/') || !URL.canParse(target)) return target
  const { host, protocol, pathname, search } = new URL(target)
  if (!(protocol in DEFAULT_PORTS)) return target
  request.headers.host = host
  return pathname + search
}
