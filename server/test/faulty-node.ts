import { createServer, type Server } from 'node:http'

type Call = { id: number; method: string; params?: unknown[] }
type Reply = { id: number; jsonrpc: '2.0'; result?: unknown; error?: { code: number; message: string } }

export type FaultyNode = { url: string; faults: number; heal(): void; stop(): Promise<void> }

/**
 * A node between us and a real one, as bad as they come: it says 429, loses answers after it has done what was asked,
 * answers from an older block, has no receipt of what is mined, and calls a nonce too low that it has just taken.
 */
export async function startFaultyNode(rpcUrl: string, random: () => number, probability = 0.15): Promise<FaultyNode> {
  const node = { url: '', faults: 0, isHealed: false }
  const strikes = () => {
    const isFault = !node.isHealed && random() < probability
    if (isFault) node.faults++
    return isFault
  }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const kind = strikes() ? random() : 1
    if (kind < 0.4) return void response.writeHead(429).end('slow down')
    const answer = await forward(rpcUrl, body)
    if (kind < 1) return void request.socket.destroy()
    const calls = [JSON.parse(body)].flat() as Call[]
    const replies = ([answer].flat() as Reply[]).map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      return call && strikes() ? falsify(call, reply) : reply
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(answer) ? replies : replies[0]))
  })
  node.url = await listen(server)
  return {
    get url() {
      return node.url
    },
    get faults() {
      return node.faults
    },
    heal: () => {
      node.isHealed = true
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function falsify({ method }: Call, reply: Reply): Reply {
  const { id } = reply
  const lower = (by: number) => `0x${Math.max(0, Number(reply.result) - by).toString(16)}`
  switch (method) {
    case 'eth_blockNumber':
      return { ...reply, result: lower(2) }
    case 'eth_getTransactionCount':
      return { ...reply, result: lower(1) }
    case 'eth_getTransactionReceipt':
      return { ...reply, result: null }
    case 'eth_sendRawTransaction':
      return { id, jsonrpc: '2.0', error: { code: -32_000, message: 'nonce too low' } }
    default:
      return { id, jsonrpc: '2.0', error: { code: -32_603, message: 'internal error' } }
  }
}

async function forward(rpcUrl: string, body: string): Promise<Reply | Reply[]> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(rpcUrl, { method: 'POST', headers, body })).json() as Promise<Reply | Reply[]>
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })
