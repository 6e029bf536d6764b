import { getBurnCheckedInstruction } from '@solana-program/token-2022'
import type { Address, Instruction, TransactionSigner } from '@solana/kit'
import { findTokenAccount } from '../src/token-address.ts'

/** Burns an NFT, which its owner alone can do. */
export async function burnNft({ mint, owner }: { mint: Address; owner: TransactionSigner }): Promise<Instruction[]> {
  const account = await findTokenAccount(mint, owner.address)
  return [getBurnCheckedInstruction({ account, mint, authority: owner, amount: 1n, decimals: 0 })]
}
