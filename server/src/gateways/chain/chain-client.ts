import { rpcMeasure, timed } from '../../measures.ts'
import { createPublicClient, http, type PublicClient, type Transport } from 'viem'

const RPC_TIMEOUT_MS = 20_000
const RETRIES = 5
const OUTSIDE_TIMEOUT_MS = 5_000
/** An upper bound, in hex, for the code of a contract and for what 150,000 gas can return. */
const OUTSIDE_ANSWER_MAX_BYTES = 512 * 1024
/** anvil drops the state of "latest" when a block comes between a question and its answer. */
const ANVIL_MOVED_ON = /BlockOutOfRangeError/
/** A contract that reverts with OffchainLookup (EIP-3668) names URLs, which viem would fetch from inside our network. */
const NO_LOOKUPS = { ccipRead: false } as const
/** A node's URL may carry a key, so requests follow no redirect to another host. */
const NO_REDIRECTS = { fetchOptions: { redirect: 'error' } } as const

/**
 * The client of a node. Concurrent calls are sent as one batch, nothing is cached, and lost answers are retried rarely,
 * because the sender and the indexer poll anyway.
 */
export const createChainClient = (rpcUrl: string): PublicClient =>
  createPublicClient({
    transport: askAgain(
      http(rpcUrl, { batch: { batchSize: 100 }, timeout: RPC_TIMEOUT_MS, retryCount: 2, ...NO_REDIRECTS }),
    ),
    cacheTime: 0,
    ...NO_LOOKUPS,
  })

/**
 * The client for calls to outside contracts. Each call is sent alone, once and with a short time-out, so that it delays no
 * other call, and its answer is bounded.
 */
export const createOutsideClient = (rpcUrl: string): PublicClient =>
  createPublicClient({
    transport: http(rpcUrl, {
      timeout: OUTSIDE_TIMEOUT_MS,
      retryCount: 0,
      maxResponseBodySize: OUTSIDE_ANSWER_MAX_BYTES,
      ...NO_REDIRECTS,
    }),
    cacheTime: 0,
    ...NO_LOOKUPS,
  })

const askAgain =
  (transport: Transport): Transport =>
  (options) => {
    const inner = transport(options)
    const request: typeof inner.request = async (call, callOptions) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await timed(rpcMeasure, { method: call.method }, () => inner.request(call, callOptions))
        } catch (error) {
          if (attempt === RETRIES || !ANVIL_MOVED_ON.test(String(error))) throw error
        }
      }
    }
    return { ...inner, request }
  }
