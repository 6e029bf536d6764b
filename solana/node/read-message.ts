import {
  type Address,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from '../src/memo.ts'
import { MAX_TRANSACTION_BYTES } from '../src/sign-transaction.ts'
import { RpcError } from './rpc-error.ts'

export type Instruction = { programIdIndex: number; accounts: number[]; data: string }

/** The content of a raw transaction. */
export type Message = {
  transaction: Transaction
  signatures: string[]
  version: 0 | 'legacy'
  header: { numRequiredSignatures: number; numReadonlySignedAccounts: number; numReadonlyUnsignedAccounts: number }
  accountKeys: Address[]
  /** A blockhash, or the value of the nonce account that the first instruction advances. */
  lifetime: string
  instructions: Instruction[]
  memo: string | null
}

const base58 = getBase58Decoder()
const text = new TextDecoder()
export const toBase58 = (bytes: ReadonlyUint8Array): string => base58.decode(bytes)

/** @throws RpcError for what is no transaction, or one of a kind that is not known here */
export function readMessage(raw: string): Message {
  const bytes = getBase64Encoder().encode(raw)
  if (bytes.length > MAX_TRANSACTION_BYTES)
    throw new RpcError('invalidParams', `a transaction of ${bytes.length} bytes`)
  const { transaction, compiled } = decode(bytes)
  if (compiled.version === 1 || ('addressTableLookups' in compiled && compiled.addressTableLookups?.length))
    throw new RpcError('invalidParams', 'transactions of version 1 and address tables are not available here')
  const { header, staticAccounts } = compiled
  const instructions = compiled.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices ?? [],
    data: toBase58(data ?? new Uint8Array()),
  }))
  const memos = compiled.instructions
    .filter(({ programAddressIndex }) => staticAccounts[programAddressIndex] === MEMO_PROGRAM_ADDRESS)
    .map(({ data }) => text.decode(data as Uint8Array))
  return {
    transaction,
    signatures: Object.values(transaction.signatures).map((signature) => toBase58(signature ?? new Uint8Array(64))),
    version: compiled.version,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    lifetime: compiled.lifetimeToken ?? '',
    instructions,
    memo: memos.length > 0 ? memos.map((memo) => `[${Buffer.byteLength(memo)}] ${memo}`).join('; ') : null,
  }
}

function decode(bytes: ReadonlyUint8Array) {
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    return { transaction, compiled: getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) }
  } catch (error) {
    throw new RpcError('invalidParams', `this is no transaction: ${(error as Error).message}`)
  }
}

/** Whether a transaction may change an account, by the order of its header. */
export function isWritable({ header, accountKeys }: Message, index: number): boolean {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  return index < numRequiredSignatures
    ? index < numRequiredSignatures - numReadonlySignedAccounts
    : index < accountKeys.length - numReadonlyUnsignedAccounts
}
