import { createPublicClient, http, type PublicClient, type Transport } from 'viem'

const RPC_TIMEOUT_MS = 20_000
const RETRIES = 5
const OUTSIDE_TIMEOUT_MS = 5_000
/** More than the code of any contract, or than 150,000 gas can answer, written in hex. */
const OUTSIDE_ANSWER_MAX_BYTES = 512 * 1024
/** anvil drops the state of "latest" when a block comes between a question and its answer. */
const ANVIL_MOVED_ON = /BlockOutOfRangeError/
/** A contract that reverts with OffchainLookup (EIP-3668) names URLs, which viem would fetch from inside our network. */
const NO_LOOKUPS = { ccipRead: false } as const
/** A node's address carries a key: it goes to that host alone. */
const NO_REDIRECTS = { fetchOptions: { redirect: 'error' } } as const

/**
 * The one way we talk to a node. Calls made at the same moment travel as one batch; nothing is cached, and retries of
 * lost answers are few because the sender and the indexer come back by themselves.
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
 * For questions about contracts that are not ours. Each travels alone, briefly and once, so that it delays no other
 * question, and its answer is bounded.
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
          return await inner.request(call, callOptions)
        } catch (error) {
          if (attempt === RETRIES || !ANVIL_MOVED_ON.test(String(error))) throw error
        }
      }
    }
    return { ...inner, request }
  }
