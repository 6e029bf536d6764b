import type { LiveChain } from '@verso/protocol/chains'
import type { Account, PublicClient } from 'viem'

/** One live chain: how to read it, and the keys the platform signs with. */
export type ChainConnection = {
  chain: LiveChain
  chainId: number
  contract: `0x${string}`
  client: PublicClient
  /** For contracts that are not ours: bounded in time and in the size of the answer. */
  outside: PublicClient
  minter: Account
  settler: Account
  /** Blocks after which a block is final where the node does not say (docs/rules.md R94). */
  confirmations: number
  isEmbedded: boolean
  rpcUrl: string
}
export type ChainAccess = Record<LiveChain, ChainConnection>
