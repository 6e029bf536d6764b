import { getCreateAccountInstruction } from '@solana-program/system'
import {
  AuthorityType,
  getInitializeAccount3Instruction,
  getSetAuthorityInstruction,
  getTokenSize,
  getTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import { type Address, generateKeyPairSigner, type Instruction, lamports, type TransactionSigner } from '@solana/kit'
import { findTokenAccount } from '../src/token-address.ts'

const RENT = lamports(2_039_280n)

/** Gives an NFT to another in an account that is not their associated one, and that the giver may close. */
export async function toPlainAccount({ mint, owner, to }: { mint: Address; owner: TransactionSigner; to: Address }) {
  const [source, account] = await Promise.all([findTokenAccount(mint, owner.address), generateKeyPairSigner()])
  const place = { payer: owner, newAccount: account, lamports: RENT, programAddress: TOKEN_2022_PROGRAM_ADDRESS }
  const destination = account.address
  const give = (authorityType: AuthorityType, newAuthority: Address) =>
    getSetAuthorityInstruction({ owned: destination, owner, authorityType, newAuthority })
  const instructions: Instruction[] = [
    getCreateAccountInstruction({ ...place, space: getTokenSize() }),
    getInitializeAccount3Instruction({ account: destination, mint, owner: owner.address }),
    getTransferCheckedInstruction({ source, mint, destination, authority: owner, amount: 1, decimals: 0 }),
    give(AuthorityType.CloseAccount, owner.address),
    give(AuthorityType.AccountOwner, to),
  ]
  return { instructions, account: destination }
}
