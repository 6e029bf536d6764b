import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
} from '@solana-program/token-2022'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import { memo } from './memo.ts'
import { findTokenAccount } from './token-address.ts'

export type NftTransfer = {
  /** Pays the fee, and gets the rent of the closed account for that of the new one. */
  payer: TransactionSigner
  /** Whose signature alone moves the token. */
  owner: TransactionSigner
  to: Address
  mint: Address
  /** What the transfer is for: the payment of a sale, the request of a withdrawal. */
  reference: string
}

/** Moves an NFT to another wallet: its token account is made when it has none, and the emptied one is closed. */
export async function transferNft({ payer, owner, to, mint, reference }: NftTransfer): Promise<Instruction[]> {
  const [source, destination] = await Promise.all([findTokenAccount(mint, owner.address), findTokenAccount(mint, to)])
  return [
    memo(reference),
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner: to, mint }),
    getTransferCheckedInstruction({ source, mint, destination, authority: owner, amount: 1, decimals: 0 }),
    getCloseAccountInstruction({ account: source, destination: payer.address, owner }),
  ]
}
