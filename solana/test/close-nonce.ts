import { getWithdrawNonceAccountInstruction } from '@solana-program/system'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'

/** All that is in it goes to who may use it; without lamports there is no such account any more. */
export const closeNonce = (nonceAccount: Address, authority: TransactionSigner, withdrawAmount: bigint): Instruction =>
  getWithdrawNonceAccountInstruction({
    nonceAccount,
    recipientAccount: authority.address,
    nonceAuthority: authority,
    withdrawAmount,
  })
