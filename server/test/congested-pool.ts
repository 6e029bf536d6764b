import { type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'

type Waiting = { hash: Hex; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; isHeld: boolean }
export type Verdict = { isForwarded: boolean; hash: Hex; error?: string }

/** A real node: a tenth more of both fees, or the old one stays. anvil takes a hundredth. */
const isEnough = (offered: bigint, old: bigint): boolean => offered * 10n >= old * 11n

/**
 * The waiting transactions of a node in a busy hour. One per account and nonce, which only a tenth more of both fees
 * replaces; and some are in no block until they are replaced.
 */
export function createCongestedPool(holds: () => boolean) {
  const waiting = new Map<string, Waiting>()
  const pool = {
    held: 0,
    replacements: 0,
    refusals: 0,
    judge: async (raw: Hex): Promise<Verdict> => {
      const { nonce, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
      const place = `${await recoverTransactionAddress({ serializedTransaction: raw as never })}/${nonce ?? 0}`
      const hash = keccak256(raw)
      const old = waiting.get(place)
      if (old?.hash === hash) return { hash, isForwarded: !old.isHeld, error: old.isHeld ? 'already known' : undefined }
      if (
        old &&
        !(isEnough(maxFeePerGas, old.maxFeePerGas) && isEnough(maxPriorityFeePerGas, old.maxPriorityFeePerGas))
      ) {
        pool.refusals++
        return { hash, isForwarded: false, error: 'replacement transaction underpriced' }
      }
      const isHeld = old === undefined && (pool.held === 0 || holds())
      if (isHeld) pool.held++
      if (old?.isHeld) pool.replacements++
      waiting.set(place, { hash, maxFeePerGas, maxPriorityFeePerGas, isHeld })
      return { hash, isForwarded: !isHeld }
    },
  }
  return pool
}
