import type { FailedTransactionMetadata } from 'litesvm'
import { INSTRUCTION_ERRORS, TRANSACTION_ERRORS } from './error-names.ts'

type LiteError = ReturnType<FailedTransactionMetadata['err']>
type LiteInstructionError = ReturnType<Extract<LiteError, { err: unknown }>['err']>

/** As a node writes it into its answers. */
export type TransactionError = string | Record<string, unknown>

export function describeError(error: LiteError): TransactionError {
  if (typeof error === 'number') return TRANSACTION_ERRORS[error] ?? `${error}`
  if ('err' in error) return { InstructionError: [error.index, describeInstructionError(error.err())] }
  if ('index' in error) return { DuplicateInstruction: error.index }
  const name = error.constructor.name.replace('TransactionError', '')
  return { [name]: { account_index: error.accountIndex } }
}

function describeInstructionError(error: LiteInstructionError): TransactionError {
  if (typeof error === 'number') return INSTRUCTION_ERRORS[error] ?? `${error}`
  return 'code' in error ? { Custom: error.code } : 'BorshIoError'
}
