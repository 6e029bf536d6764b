import type { Base64EncodedWireTransaction } from '@solana/kit'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import type { Node } from '../sending/broadcast.ts'

/**
 * Without the node's own trial run: bytes that have a nonce can land at any time, and what would fail by now has to fail on
 * chain, so that it is known to be over.
 */
export const nodeOf = ({ chain, rpc }: SolanaConnection): Node => ({
  chain,
  send: async (raw) => {
    try {
      await rpc
        .sendTransaction(raw as Base64EncodedWireTransaction, {
          encoding: 'base64',
          skipPreflight: true,
          maxRetries: 0n,
        })
        .send()
      return { isAccepted: true }
    } catch (error) {
      return { isAccepted: false, problem: String(error), isOutOfFunds: false }
    }
  },
})
