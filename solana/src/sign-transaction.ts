import {
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  type Signature,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import type { DurableNonce } from './nonce-account.ts'

/** A packet of the network's. */
export const MAX_TRANSACTION_BYTES = 1_232

export type SignedTransaction = {
  signature: Signature
  /** The bytes to store and to send, as often as it takes. */
  raw: Uint8Array
}

export type Unsigned = {
  payer: TransactionSigner
  instructions: Instruction[]
  /** A blockhash expires within about a minute; a durable nonce does not. */
  lifetime: { nonce: DurableNonce } | { blockhash: Blockhash; lastValidBlockHeight: bigint }
  /** The most that it may use, and what is paid for each to be included sooner. */
  computeUnits?: { limit: number; microLamports: bigint }
}

/** Signs with every signer that the instructions name. */
export async function signTransaction(transaction: Unsigned): Promise<SignedTransaction> {
  const { payer, instructions, lifetime, computeUnits } = transaction
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (unpaid) => setTransactionMessageFeePayerSigner(payer, unpaid),
    (empty) => appendTransactionMessageInstructions(instructions, empty),
    (unlimited) => setTransactionMessageComputeUnitLimit(computeUnits?.limit, unlimited),
    (unpriced) => setTransactionMessageComputeUnitPrice(computeUnits?.microLamports, unpriced),
  )
  const signed = await signTransactionMessageWithSigners(
    'nonce' in lifetime
      ? setTransactionMessageLifetimeUsingDurableNonce(toKit(lifetime.nonce), message)
      : setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
  )
  const raw = Buffer.from(getBase64EncodedWireTransaction(signed), 'base64')
  if (raw.length > MAX_TRANSACTION_BYTES)
    throw new Error(`a transaction of ${raw.length} bytes is over the network's ${MAX_TRANSACTION_BYTES}`)
  return { signature: getSignatureFromTransaction(signed), raw }
}

const toKit = ({ address, value, authority }: DurableNonce) => ({
  nonce: value,
  nonceAccountAddress: address,
  nonceAuthorityAddress: authority.address,
})
