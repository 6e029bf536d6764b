import { createPublicClient, http, type PublicClient, type Transport } from 'viem'

const RPC_TIMEOUT_MS = 20_000
const RETRIES = 5
/** anvil drops the state of "latest" when a block comes between a question and its answer. */
const ANVIL_MOVED_ON = /BlockOutOfRangeError/

/**
 * The one way we talk to a node. Calls made at the same moment travel as one batch; nothing is cached, and retries of
 * lost answers are few because the sender and the indexer come back by themselves.
 */
export const createChainClient = (rpcUrl: string): PublicClient =>
  createPublicClient({
    transport: askAgain(http(rpcUrl, { batch: { batchSize: 100 }, timeout: RPC_TIMEOUT_MS, retryCount: 2 })),
    cacheTime: 0,
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
