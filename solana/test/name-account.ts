import { getTransferSolInstruction } from '@solana-program/system'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import { memo } from '../src/memo.ts'

/** Names an account in a transaction, as a stranger can, each time with a text of its own. */
export const nameAccount = (by: TransactionSigner, account: Address, text: string): Instruction[] => [
  getTransferSolInstruction({ source: by, destination: account, amount: 1 }),
  memo(text),
]
