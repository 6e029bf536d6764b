import { getAllocateWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'

export type NewAccount = {
  payer: TransactionSigner
  /** Signs for the address, which is derived from it and the seed. */
  base: TransactionSigner
  seed: string
  address: Address
  space: number
  /** All that the account has to keep to be rent-exempt. */
  lamports: bigint
  programAddress: Address
}

/**
 * Makes an account at a derived address. Not by `createAccount`, which fails at an address that holds lamports: anybody could
 * block it by a transfer.
 */
export const allocateAccount = (account: NewAccount): Instruction[] => [
  getTransferSolInstruction({ source: account.payer, destination: account.address, amount: account.lamports }),
  getAllocateWithSeedInstruction({
    newAccount: account.address,
    baseAccount: account.base,
    base: account.base.address,
    seed: account.seed,
    space: account.space,
    programAddress: account.programAddress,
  }),
]
