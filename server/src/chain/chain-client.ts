import { createPublicClient, http, type PublicClient } from 'viem'

const RPC_TIMEOUT_MS = 20_000

/**
 * The one way we talk to a node. Calls made at the same moment travel as one batch; nothing is cached, and retries of
 * lost answers are few because the sender and the indexer come back by themselves.
 */
export const createChainClient = (rpcUrl: string): PublicClient =>
  createPublicClient({
    transport: http(rpcUrl, { batch: { batchSize: 100 }, timeout: RPC_TIMEOUT_MS, retryCount: 2 }),
    cacheTime: 0,
  })
