import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Chain } from '../chain.ts'
import { answer } from './methods.ts'
import { RpcError } from '../rpc-error.ts'

const BODY_MAX_BYTES = 1_000_000

/** JSON-RPC over HTTP for this machine alone. An error that is no answer ends in `onCrash`: what is in memory may be ahead of the disk. */
export function createRpcServer(chain: Chain, { onCrash }: { onCrash(error: unknown): void }): Server {
  return createServer((request, response) => {
    handle(chain, request, response).catch((error: unknown) => {
      response.destroy()
      onCrash(error)
    })
  })
}

async function handle(chain: Chain, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET' && request.url === '/health') return end(response, 200, 'ok')
  if (request.method !== 'POST') return end(response, 405, 'only POST')
  // A web page can send other types without asking; this one it cannot.
  if (!request.headers['content-type']?.startsWith('application/json'))
    return end(response, 415, 'only application/json')
  // A client that goes away in between is none of our errors.
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) return end(response, 413, 'too large')
  const calls = parse(body)
  if (calls instanceof RpcError)
    return endJson(response, { jsonrpc: '2.0', id: null, error: { code: calls.code, message: calls.message } })
  if (!Array.isArray(calls)) return endJson(response, await answer(chain, calls))
  const answers = []
  for (const call of calls) answers.push(await answer(chain, call))
  endJson(response, answers)
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return new RpcError('parseError', 'Parse error')
  }
}

const endJson = (response: ServerResponse, value: unknown): void =>
  end(response, 200, JSON.stringify(value), 'application/json')

function end(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
