import {
  appendTransactionMessageInstructions,
  type Blockhash,
  assertIsFullySignedTransaction,
  createTransactionMessage,
  type FullySignedTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  type NoopSigner,
  partiallySignTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  type Signature,
  signTransactionMessageWithSigners,
  type Transaction,
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
export const signTransaction = async (transaction: Unsigned): Promise<SignedTransaction> =>
  toBytes(await signTransactionMessageWithSigners(build(transaction)))

/** Signed by all but the payer, whose key is elsewhere. */
export type PartlySigned = {
  raw: Uint8Array
  /** The signed bytes. */
  message: Uint8Array
}

/** The payer is named, and signs later: `signAsPayer`. */
export async function signWithoutPayer(
  transaction: Omit<Unsigned, 'payer' | 'lifetime'> & { payer: NoopSigner; nonce: DurableNonce },
): Promise<PartlySigned> {
  const { nonce, ...rest } = transaction
  const signed = await partiallySignTransactionMessageWithSigners(build({ ...rest, lifetime: { nonce } }))
  return { raw: new Uint8Array(encoder.encode(signed)), message: new Uint8Array(signed.messageBytes) }
}

/** @throws when another signature than the payer's is missing */
export async function signAsPayer(raw: Uint8Array, payer: KeyPairSigner): Promise<SignedTransaction> {
  const signed = await partiallySignTransaction([payer.keyPair], decoder.decode(raw))
  assertIsFullySignedTransaction(signed)
  return toBytes(signed)
}

const encoder = getTransactionEncoder()
const decoder = getTransactionDecoder()

function build({ payer, instructions, lifetime, computeUnits }: Unsigned) {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (unpaid) => setTransactionMessageFeePayerSigner(payer, unpaid),
    (empty) => appendTransactionMessageInstructions(instructions, empty),
    (unlimited) => setTransactionMessageComputeUnitLimit(computeUnits?.limit, unlimited),
    (unpriced) => setTransactionMessageComputeUnitPrice(computeUnits?.microLamports, unpriced),
  )
  return 'nonce' in lifetime
    ? setTransactionMessageLifetimeUsingDurableNonce(toKit(lifetime.nonce), message)
    : setTransactionMessageLifetimeUsingBlockhash(lifetime, message)
}

function toBytes(signed: Transaction & FullySignedTransaction): SignedTransaction {
  const raw = new Uint8Array(encoder.encode(signed))
  if (raw.length > MAX_TRANSACTION_BYTES)
    throw new Error(`a transaction of ${raw.length} bytes is over the network's ${MAX_TRANSACTION_BYTES}`)
  return { signature: getSignatureFromTransaction(signed), raw }
}

const toKit = ({ address, value, authority }: DurableNonce) => ({
  nonce: value,
  nonceAccountAddress: address,
  nonceAuthorityAddress: authority.address,
})
