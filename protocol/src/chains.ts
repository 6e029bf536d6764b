/** Chains the product names; which of them can be minted on here, the public settings say (docs/rules.md R92). */
export const CHAINS = {
  POLYGON: { name: 'Polygon' },
  ETH: { name: 'Ethereum' },
  SOL: { name: 'Solana' },
} as const

export type Chain = keyof typeof CHAINS
export type EvmChain = 'POLYGON' | 'ETH'

export const ALL_CHAINS = ['ETH', 'POLYGON', 'SOL'] as const
/** In the order in which a wallet is offered: Polygon first and preselected. */
export const EVM_CHAINS = ['POLYGON', 'ETH'] as const satisfies readonly EvmChain[]

export const isEvmChain = (chain: string): chain is EvmChain => chain === 'POLYGON' || chain === 'ETH'
export const isChain = (chain: string): chain is Chain => chain in CHAINS
export const chainName = (chain: string): string => CHAINS[chain as Chain]?.name ?? 'Name Unavailable'
