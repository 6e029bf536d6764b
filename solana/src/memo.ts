import { address, type Instruction } from '@solana/kit'

export const MEMO_PROGRAM_ADDRESS = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')

/** A text that stays readable in the transaction. */
export const memo = (text: string): Instruction => ({
  programAddress: MEMO_PROGRAM_ADDRESS,
  data: new TextEncoder().encode(text),
})
