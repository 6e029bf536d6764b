import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { EvmChain } from '@verso/protocol/chains'
import { getAddress } from 'viem'
import { ZodError } from 'zod'
import { isDatabaseAway } from '../../../db/client.ts'
import type { Logger } from '../../../logger.ts'
import { traceWork } from '../../../trace.ts'
import type { Custodian, SignedChain } from '../custodian.ts'
import { deriveAddressHere, signForIntentHere, signListingsHere, signWithdrawalHere } from '../sign-all.ts'
import { addressRequest, listingsRequest, solanaRequest, toWire, withdrawalRequest } from './signer-wire.ts'

const BODY_LIMIT_BYTES = 256 * 1024

type Signer = Custodian & { log: Logger }
type Operation = (signer: Signer, body: unknown) => Promise<unknown>

/** Four requests, each checked against the signer's own reading of the database; there are no other routes. */
const OPERATIONS: Record<string, Operation> = {
  '/listings': async (signer, body) => {
    const { chain, requests } = listingsRequest.parse(body)
    return { answers: await signListingsHere(signer, await readChain(signer, chain), requests) }
  },
  '/withdrawals': async (signer, body) => {
    const { chain, request } = withdrawalRequest.parse(body)
    return { answer: await signWithdrawalHere(signer, await readChain(signer, chain), request) }
  },
  '/solana': async (signer, body) => ({ answer: await signForIntentHere(signer, solanaRequest.parse(body)) }),
  '/addresses': async (signer, body) => {
    const { walletId } = addressRequest.parse(body)
    return { address: (await deriveAddressHere(signer, walletId)) ?? null }
  },
}

/** The signer's server: a caller must know the shared secret, and what is signed must be in the database. */
export function createSignerServer(signer: Signer, secret: string): Server {
  return createServer((request, response) => {
    void answer(signer, secret, request)
      .catch((error: Error) => {
        signer.log.error({ error: error.message }, 'a signature could not be made')
        return { status: isDatabaseAway(error) ? 503 : 500, body: {} }
      })
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(toWire(body))
      })
  })
}

async function answer(
  signer: Signer,
  secret: string,
  request: IncomingMessage,
): Promise<{ status: number; body: unknown }> {
  if (!isSecret(request.headers.authorization ?? '', secret)) return { status: 401, body: {} }
  const operation = request.method === 'POST' ? OPERATIONS[request.url ?? ''] : undefined
  if (!operation) return { status: 404, body: {} }
  try {
    return { status: 200, body: await traced(request, async () => operation(signer, await readJson(request))) }
  } catch (error) {
    if (error instanceof ZodError || error instanceof SyntaxError) return { status: 400, body: {} }
    throw error
  }
}

/** Of the caller's trace: a caller with the secret is a process of the product. */
function traced<T>({ url = '', headers }: IncomingMessage, work: () => Promise<T>): Promise<T> {
  const parent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
  return traceWork({ kind: 'server', name: `signer ${url}`, parent, attributes: { 'http.route': url } }, work)
}

const isSecret = (header: string, secret: string): boolean =>
  timingSafeEqual(sha256(header), sha256(`Bearer ${secret}`))
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_LIMIT_BYTES) throw new SyntaxError('the body is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** The chain as the database recorded it, not as the caller says. */
async function readChain({ db }: Custodian, chain: EvmChain): Promise<SignedChain> {
  const row = await db
    .selectFrom('chains')
    .select(['chain_id', 'contract_address'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  if (row.chain_id === null) throw new Error(`${chain} has no chain id in the database`)
  return { chain, chainId: row.chain_id, contract: getAddress(row.contract_address) }
}
