import { collectionAbi } from '@verso/contracts/collection'
import { type Account, BaseError, decodeErrorResult, type Hex, isHex } from 'viem'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'

export type Estimate = { gas: bigint } | { revert: string }

/**
 * The gas a call needs, with a margin; or why it reverts. A call that runs contracts of others is given a limit: beyond
 * it the call counts as reverted. Throws when the node gives no answer.
 */
export async function estimateCall(
  connection: EvmConnection,
  signer: Account,
  data: Hex,
  { gasMax }: { gasMax?: bigint } = {},
): Promise<Estimate> {
  try {
    const call = { account: signer.address, to: connection.contract, data }
    const gas = await connection.client.estimateGas({ ...call, gas: gasMax })
    const withMargin = (gas * 6n) / 5n
    return { gas: gasMax && withMargin > gasMax ? gasMax : withMargin }
  } catch (error) {
    const revert = revertReason(error)
    if (revert === undefined) throw error
    return { revert }
  }
}

/** The name of the contract's error, or what the node says; undefined for an error that is no revert. */
export function revertReason(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined
  const data = revertData(error)
  if (data) {
    try {
      return decodeErrorResult({ abi: collectionAbi, data }).errorName
    } catch {
      return 'the receiving contract refused'
    }
  }
  return error.walk((cause) => (cause as Error).name === 'ExecutionRevertedError') ? 'execution reverted' : undefined
}

function revertData(error: BaseError): Hex | undefined {
  const found = error.walk((cause) => isHex((cause as { data?: unknown }).data)) as { data?: Hex } | null
  return found?.data && found.data !== '0x' ? found.data : undefined
}
