import { createServer, type Server } from 'node:http'
import type { Hex } from 'viem'
import { createCongestedPool } from './congested-pool.ts'

type Call = { id: number; method: string; params?: unknown[] }
type Reply = { id: number; jsonrpc: '2.0'; result?: unknown; error?: { code: number; message: string } }

type Pool = ReturnType<typeof createCongestedPool>
export type FaultyNode = { url: string; faults: number; pool: Pool; heal(): void; stop(): Promise<void> }

const HELD_PROBABILITY = 0.05

/**
 * A node between us and a real one, as bad as they come: it says 429, loses answers after it has done what was asked,
 * answers from an older block, tells of no event in its last ones, has no receipt of what is mined, calls a nonce too low that it has just taken, counts one
 * too few or too many, leaves transactions lying, and takes a replacement only for a tenth more.
 */
export async function startFaultyNode(rpcUrl: string, random: () => number, probability = 0.15): Promise<FaultyNode> {
  const node = { url: '', faults: 0, isHealed: false }
  const pool = createCongestedPool(() => !node.isHealed && random() < HELD_PROBABILITY)
  const strikes = () => {
    const isFault = !node.isHealed && random() < probability
    if (isFault) node.faults++
    return isFault
  }
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const kind = strikes() ? random() : 1
    if (kind < 0.4) return void response.writeHead(429).end('slow down')
    const asked = JSON.parse(body) as Call | Call[]
    const calls = [asked].flat()
    const answers = await answerAll(rpcUrl, pool, calls)
    if (kind < 1) return void request.socket.destroy()
    const replies = answers.map((reply) => {
      const call = calls.find(({ id }) => id === reply.id)
      return call && strikes() ? falsify(call, reply, random) : reply
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? replies : replies[0]))
  })
  node.url = await listen(server)
  return {
    get url() {
      return node.url
    },
    get faults() {
      return node.faults
    },
    pool,
    heal: () => {
      node.isHealed = true
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function falsify({ method, params }: Call, reply: Reply, random: () => number): Reply {
  const { id } = reply
  const lower = (by: number) => `0x${Math.max(0, Number(reply.result) - by).toString(16)}`
  switch (method) {
    case 'eth_blockNumber':
      return { ...reply, result: lower(2) }
    case 'eth_getTransactionCount':
      return { ...reply, result: lower(random() < 0.5 ? 1 : -1) }
    case 'eth_getTransactionReceipt':
      return { ...reply, result: null }
    case 'eth_getLogs':
      return (params?.[0] as { blockHash?: Hex } | undefined)?.blockHash ? failed(id) : { ...reply, result: [] }
    case 'eth_sendRawTransaction':
      return { id, jsonrpc: '2.0', error: { code: -32_000, message: 'nonce too low' } }
    default:
      return failed(id)
  }
}

const failed = (id: number): Reply => ({ id, jsonrpc: '2.0', error: { code: -32_603, message: 'internal error' } })

/** Everything but what the pool keeps to itself is asked of the real node. */
async function answerAll(rpcUrl: string, pool: Pool, calls: Call[]): Promise<Reply[]> {
  const own: Reply[] = []
  for (const { id, method, params } of calls) {
    if (method !== 'eth_sendRawTransaction') continue
    const { isForwarded, hash, error } = await pool.judge(params?.[0] as Hex)
    if (isForwarded) continue
    own.push({ id, jsonrpc: '2.0', ...(error ? { error: { code: -32_000, message: error } } : { result: hash }) })
  }
  const others = calls.filter(({ id }) => !own.some((reply) => reply.id === id))
  return [...own, ...(others.length > 0 ? await forward(rpcUrl, others) : [])]
}

async function forward(rpcUrl: string, calls: Call[]): Promise<Reply[]> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(calls)
  return (await fetch(rpcUrl, { method: 'POST', headers, body })).json() as Promise<Reply[]>
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
