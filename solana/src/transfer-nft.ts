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
  /** The signer who alone moves the token. */
  owner: TransactionSigner
  to: Address
  mint: Address
  /** The cause of the transfer: the payment of a sale, the request of a withdrawal. */
  reference: string
  /** The account that holds it; the owner's associated one unless it says otherwise. */
  holder?: Address | undefined
}

/**
 * Moves an NFT to another wallet: its token account is made when it has none, and the emptied one is closed. An account that
 * another has made stays: they may have kept the right to close it, and its rent is not the platform's.
 */
export async function transferNft({ payer, owner, to, mint, reference, holder }: NftTransfer): Promise<Instruction[]> {
  const [own, destination] = await Promise.all([findTokenAccount(mint, owner.address), findTokenAccount(mint, to)])
  const source = holder ?? own
  const transfer = [
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, owner: to, mint }),
    // Directly before the transfer: there an account that takes none without a memo looks for it.
    memo(reference),
    getTransferCheckedInstruction({ source, mint, destination, authority: owner, amount: 1, decimals: 0 }),
  ]
  if (source !== own) return transfer
  return [...transfer, getCloseAccountInstruction({ account: source, destination: payer.address, owner })]
}
