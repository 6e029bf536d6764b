import type { Address, KeyPairSigner, Rpc, SolanaRpcApi } from '@solana/kit'

/** Solana: how to read it, and the keys that pay there for the platform. */
export type SolanaConnection = {
  chain: 'SOL'
  /** Clusters are told apart by their genesis, not by a number. */
  chainId: null
  genesisHash: string
  /** The mint that all tokens are members of. */
  contract: Address
  /** The collection's key, of which the addresses of all mints are derived. */
  authority: Address
  rpc: Rpc<SolanaRpcApi>
  minter: KeyPairSigner
  settler: KeyPairSigner
  isEmbedded: boolean
  rpcUrl: string
}
