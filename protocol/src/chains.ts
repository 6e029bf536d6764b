/** Chains the product names; `live` ones can be minted on (docs/rules.md R92). */
export const CHAINS = {
  POLYGON: { name: 'Polygon', isLive: true },
  ETH: { name: 'Ethereum', isLive: true },
  SOL: { name: 'Solana', isLive: false },
} as const

/** By chain id: Polygon, Amoy, Ethereum, Sepolia. */
const EXPLORERS: Record<number, string> = {
  137: 'https://polygonscan.com',
  80_002: 'https://amoy.polygonscan.com',
  1: 'https://etherscan.io',
  11_155_111: 'https://sepolia.etherscan.io',
}
export type Explorer = { tx: string; token: string }

/** What a transaction's hash, or contract/token, is put after; undefined for a chain that no explorer knows. */
export function findExplorer(chainId: number): Explorer | undefined {
  const origin = EXPLORERS[chainId]
  return origin === undefined ? undefined : { tx: `${origin}/tx/`, token: `${origin}/nft/` }
}

export type Chain = keyof typeof CHAINS
export type EvmChain = 'POLYGON' | 'ETH'

export const ALL_CHAINS = ['ETH', 'POLYGON', 'SOL'] as const
/** In the order in which a wallet is offered: Polygon first and preselected. */
export const EVM_CHAINS = ['POLYGON', 'ETH'] as const satisfies readonly EvmChain[]

export const isEvmChain = (chain: string): chain is EvmChain => chain === 'POLYGON' || chain === 'ETH'
export const isChain = (chain: string): chain is Chain => chain in CHAINS
export const chainName = (chain: string): string => CHAINS[chain as Chain]?.name ?? 'Name Unavailable'
