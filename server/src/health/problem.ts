import type { Chain } from '@verso/protocol/chains'

/** A part of the product that stands still, or has failed, until it does no more. */
export type Problem = {
  /** One open incident each. */
  key: string
  part: 'workers' | 'signer' | 'chain' | 'sender' | 'custody' | 'ledger' | 'jobs' | 'ipfs'
  chain: Chain | null
  summary: string
  detail: string
  /** A restart looks the same for a moment. */
  mayPass?: boolean
}
