/** By chain id: Polygon, Amoy, Ethereum, Sepolia. */
const EVM_EXPLORERS: Record<number, string> = {
  137: 'https://polygonscan.com',
  80_002: 'https://amoy.polygonscan.com',
  1: 'https://etherscan.io',
  11_155_111: 'https://sepolia.etherscan.io',
}
const SOLANA_EXPLORER = 'https://explorer.solana.com'
/** The suffix of the explorer's addresses, by the cluster's genesis. */
const CLUSTERS: Record<string, string> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqKvdpKuc147dw2N9d': '',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: '?cluster=devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScSGY3kQawwpjk2NsNY': '?cluster=testnet',
}

export type Explorer = {
  /** The address of a transaction up to its hash. */
  tx: string
  /** The rest of the address, after the hash. */
  suffix: string
  addressOfToken(token: { contract: string; tokenId: string }): string
}

/** @param network the number of an EVM chain, or the genesis hash of a Solana cluster; undefined for one that no explorer knows */
export function findExplorer(network: number | string): Explorer | undefined {
  return typeof network === 'number' ? findEvmExplorer(network) : findSolanaExplorer(network)
}

function findEvmExplorer(chainId: number): Explorer | undefined {
  const origin = EVM_EXPLORERS[chainId]
  if (origin === undefined) return undefined
  const addressOfToken: Explorer['addressOfToken'] = ({ contract, tokenId }) => `${origin}/nft/${contract}/${tokenId}`
  return { tx: `${origin}/tx/`, suffix: '', addressOfToken }
}

function findSolanaExplorer(genesisHash: string): Explorer | undefined {
  const suffix = CLUSTERS[genesisHash]
  if (suffix === undefined) return undefined
  const addressOfToken: Explorer['addressOfToken'] = ({ tokenId }) => `${SOLANA_EXPLORER}/address/${tokenId}${suffix}`
  return { tx: `${SOLANA_EXPLORER}/tx/`, suffix, addressOfToken }
}
