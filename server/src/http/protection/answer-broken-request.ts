import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { isBeingAnswered } from './guard-connections.ts'
import { refuseConnection } from './refuse-connection.ts'

const INVALID = { status: 400, code: 'invalid', message: 'The request is not valid HTTP' }
const KNOWN: Record<string, typeof INVALID> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request_timeout', message: 'The request came too slowly' },
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The headers of the request are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'too_large', message: 'The request is too large' },
}

/** A request that Node could not read reaches no route; in the middle of another answer it gets none. */
export function answerBrokenRequest(ctx: Pick<Context, 'random'>, error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isBeingAnswered(socket)) return void socket.destroy()
  refuseConnection(socket, { ...(KNOWN[error.code ?? ''] ?? INVALID), id: ctx.random.id() })
}
