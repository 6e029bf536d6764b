import {
  decodeNonce,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  NonceState,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  type Address,
  createAddressWithSeed,
  type EncodedAccount,
  type Instruction,
  type Nonce,
  type TransactionSigner,
} from '@solana/kit'
import { allocateAccount } from './allocate-account.ts'

/** A transaction made with it can land once, and at any time: until the account's value has moved on. */
export type DurableNonce = { address: Address; value: Nonce; authority: TransactionSigner }

/** The nonce accounts of a signer are found without a table: by their numbers. */
export const findNonceAddress = (authority: Address, number: number): Promise<Address> =>
  createAddressWithSeed({ baseAddress: authority, programAddress: SYSTEM_PROGRAM_ADDRESS, seed: seedOf(number) })

const seedOf = (number: number): string => `nonce-${number}`

export async function createNonceAccount({
  payer,
  number,
  rentOf,
}: {
  payer: TransactionSigner
  number: number
  rentOf: (bytes: number) => bigint
}): Promise<Instruction[]> {
  const address = await findNonceAddress(payer.address, number)
  const space = getNonceSize()
  const account = { payer, base: payer, seed: seedOf(number), address, space, lamports: rentOf(space) }
  return [
    ...allocateAccount({ ...account, programAddress: SYSTEM_PROGRAM_ADDRESS }),
    getInitializeNonceAccountInstruction({ nonceAccount: address, nonceAuthority: payer.address }),
  ]
}

/** The value that the next transaction is to be made with, and who may use it; undefined for any other account. */
export function readNonce(account: EncodedAccount): { value: Nonce; authority: Address } | undefined {
  if (account.programAddress !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) return undefined
  const { state, authority, blockhash } = decodeNonce(account).data
  return state === NonceState.Initialized ? { value: blockhash as string as Nonce, authority } : undefined
}
