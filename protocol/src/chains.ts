/** Chains the product names; `live` ones can be minted on (decisions.md → Chain). */
export const CHAINS = {
  POLYGON: {
    name: 'Polygon',
    isLive: true,
    explorerTx: 'https://polygonscan.com/tx/',
    explorerToken: 'https://polygonscan.com/nft/',
  },
  ETH: {
    name: 'Ethereum',
    isLive: true,
    explorerTx: 'https://etherscan.io/tx/',
    explorerToken: 'https://etherscan.io/nft/',
  },
  SOL: { name: 'Solana', isLive: false, explorerTx: null, explorerToken: null },
} as const

export type Chain = keyof typeof CHAINS
export type LiveChain = 'POLYGON' | 'ETH'

export const ALL_CHAINS = ['ETH', 'POLYGON', 'SOL'] as const
/** In the order in which a wallet is offered: Polygon first and preselected. */
export const LIVE_CHAINS = ['POLYGON', 'ETH'] as const satisfies readonly LiveChain[]

export const isLiveChain = (chain: string): chain is LiveChain => chain === 'POLYGON' || chain === 'ETH'
export const chainName = (chain: string): string => CHAINS[chain as Chain]?.name ?? 'Name Unavailable'
