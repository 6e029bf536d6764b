import type { Chain, EvmChain } from '@verso/protocol/chains'
import { type Explorer, findExplorer } from '@verso/protocol/chains/explorers'
import type { Account, PublicClient } from 'viem'
import type { SolanaConnection } from './solana-connection.ts'

/** One chain of Ethereum's kind: how to read it, and the keys the platform signs with. */
export type EvmConnection = {
  chain: EvmChain
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
export type ChainConnection = EvmConnection | SolanaConnection
export type ChainAccess = Record<EvmChain, EvmConnection> & { SOL?: SolanaConnection }

/** In the order in which a wallet is offered: Polygon first and preselected. */
const CHAINS_IN_ORDER = ['POLYGON', 'ETH', 'SOL'] as const satisfies readonly Chain[]

/** The chains that can be minted on here (docs/rules.md R92). */
export const chainsOf = ({ chains }: { chains: ChainAccess }): Chain[] =>
  CHAINS_IN_ORDER.filter((chain) => chains[chain] !== undefined)

export const isOffered = (ctx: { chains: ChainAccess }, chain: string): chain is Chain =>
  chainsOf(ctx).some((offered) => offered === chain)

/** @throws for a chain that is not offered here */
export function connectionOf({ chains }: { chains: ChainAccess }, chain: Chain): ChainConnection {
  const connection = chains[chain]
  if (!connection) throw new Error(`${chain} is not available here`)
  return connection
}

/** Undefined for a chain that no explorer knows, as the embedded ones. */
export const explorerOf = (connection: ChainConnection): Explorer | undefined =>
  findExplorer(connection.chain === 'SOL' ? connection.genesisHash : connection.chainId)
