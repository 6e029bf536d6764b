import { BaseError, type Hex } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { Node, Sent } from '../../sending/broadcast.ts'

/** The node has it, had it, or has another transaction with its nonce: the receipts show which. */
const MAYBE_DONE = /already known|already imported|alreadyknown|nonce too low|underpriced/i
const NO_FUNDS = /insufficient funds/i

export const nodeOf = ({ chain, client }: EvmConnection): Node => ({
  chain,
  send: async (raw): Promise<Sent> => {
    try {
      await client.sendRawTransaction({ serializedTransaction: raw as Hex })
      return { isAccepted: true }
    } catch (error) {
      const problem = error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error)
      if (MAYBE_DONE.test(problem)) return { isAccepted: true }
      return { isAccepted: false, problem, isOutOfFunds: NO_FUNDS.test(problem) }
    }
  },
})
