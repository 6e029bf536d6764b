import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { networkOf } from '../network-of.ts'
import { createProxyTrust } from '../../config/trust-proxy.ts'
import { GuardedResponse } from './default-headers.ts'
import { refuseConnection } from './refuse-connection.ts'

const CHECK_MS = 1_000
/** Longer than the balancers before us keep an idle connection, so that theirs is never cut while they use it. */
const KEEP_ALIVE_MS = 72_000
/** A client that reads nothing for so long is considered gone. */
const UNREAD_MAX_MS = 120_000

type Watched = {
  socket: Socket
  request?: IncomingMessage
  response?: ServerResponse
  /** Of the request under way. */
  id: string
  isUpload: boolean
  /** Since when, and from how many bytes on, the body's rate is measured. */
  since: { ms: number; bytesRead: number }
  sent: { ms: number; bytes: number }
}

const watchedBySocket = new WeakMap<Socket, Watched>()

/** An upload's body may take as long as it needs, if it comes at the least rate. */
export function noteRequest(request: IncomingMessage, noted: { id: string; isUpload: boolean }): void {
  const watched = watchedBySocket.get(request.socket)
  if (watched) Object.assign(watched, noted)
}

/** Whether an answer has begun on this connection, and not ended. */
export function isBeingAnswered(socket: Socket): boolean {
  const response = watchedBySocket.get(socket)?.response
  return response?.headersSent === true && !response.writableEnded
}

/**
 * A server that no client can exhaust with idle connections: so many for each network, headers and small bodies by a deadline,
 * uploads at a least rate. Peers that TRUST_PROXY names have as many connections as they need.
 */
export function createGuardedServer(ctx: Context, listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: ctx.config.limits.headersMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Would end honest uploads: bodies are watched below.
      requestTimeout: 0,
      ServerResponse: GuardedResponse,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  )
  // Node would drop what is above 2,000, a second Host too. Their size is limited.
  server.maxHeadersCount = 0
  watchConnections(ctx, server)
  return server
}

function watchConnections(ctx: Context, server: Server): void {
  const open = new Set<Watched>()
  const isWithinLimit = createConnectionLimit(ctx)
  server.on('connection', (socket: Socket) => {
    if (!isWithinLimit(socket)) return socket.destroy()
    const watched = watch(socket)
    open.add(watched)
    socket.once('close', () => open.delete(watched))
  })
  server.prependListener('request', (request, response) => {
    const watched = watchedBySocket.get(request.socket)
    if (watched) Object.assign(watched, { request, response, id: '', isUpload: false, since: startOf(watched.socket) })
  })
  server.on('listening', () => checkEverySecond(ctx, server, open))
}

function checkEverySecond(ctx: Context, server: Server, open: Set<Watched>): void {
  let checkedMs = performance.now()
  const timer = setInterval(() => {
    // The server was the slow one: every deadline begins anew.
    const isLate = performance.now() - checkedMs > 3 * CHECK_MS
    checkedMs = performance.now()
    for (const watched of open) {
      if (isLate) begin(watched)
      else check(ctx, watched)
    }
  }, CHECK_MS).unref()
  server.once('close', () => clearInterval(timer))
}

/** Counts the open connections of each network, except those of trusted proxies. */
function createConnectionLimit({ config }: Context): (socket: Socket) => boolean {
  const isProxy = createProxyTrust(config.trustProxy)
  const counts = new Map<string, number>()
  return (socket) => {
    if (isProxy(socket.remoteAddress, 0)) return true
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    if (count > config.limits.connectionsPerNetwork) return false
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    return true
  }
}

const startOf = (socket: Socket) => ({ ms: performance.now(), bytesRead: socket.bytesRead })
const sentOf = (socket: Socket) => ({ ms: performance.now(), bytes: socket.bytesWritten - socket.writableLength })

function watch(socket: Socket): Watched {
  const watched = { socket, id: '', isUpload: false, since: startOf(socket), sent: sentOf(socket) }
  watchedBySocket.set(socket, watched)
  return watched
}

function begin(watched: Watched): void {
  watched.since = startOf(watched.socket)
  watched.sent = sentOf(watched.socket)
}

function check(ctx: Context, watched: Watched): void {
  const { request, response, socket } = watched
  if (!request || !response) return
  if (!request.complete && isBodyTooSlow(ctx, watched)) return endSlowRequest(watched.id, request, response)
  const sent = sentOf(socket)
  if (socket.writableLength === 0 || sent.bytes !== watched.sent.bytes) watched.sent = sent
  else if (sent.ms - watched.sent.ms > UNREAD_MAX_MS) socket.destroy()
}

function isBodyTooSlow({ config: { limits } }: Context, watched: Watched): boolean {
  const { isUpload, request, since, socket } = watched
  const elapsedMs = performance.now() - since.ms
  if (!isUpload) return elapsedMs > limits.bodyMs
  if (elapsedMs < limits.uploadWindowMs) return false
  const isSlow = ((socket.bytesRead - since.bytesRead) * 1_000) / elapsedMs < limits.uploadBytesPerSecond
  // Bytes that wait here unread were not sent too slowly.
  const isOurs = socket.isPaused() || (request?.readableLength ?? 0) > 0
  watched.since = startOf(socket)
  return isSlow && !isOurs
}

function endSlowRequest(id: string, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  if (response.headersSent) return void socket.destroy()
  refuseConnection(socket, { status: 408, code: 'request_timeout', message: 'The request came too slowly', id })
}
