import { type Address, parseBase64RpcAccount } from '@solana/kit'
import { isOfTokenProgram, readHolding } from '@verso/solana/read-nft'
import { findTokenAccount } from '@verso/solana/token-address'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { NOBODY } from '../transfers/transfer.ts'
import { readAccounts } from './read-accounts.ts'

/** The owner of the one token of a mint, and the account that holds it for them. */
export type Held = { owner: string; holder?: Address | undefined }

/** The owner of the one token of a mint at this moment; `NOBODY` after it was burned; undefined when there is no such mint. */
export async function readOwner(
  connection: SolanaConnection,
  tokenId: string,
  probably?: string | null,
): Promise<string | undefined> {
  return (await readHeld(connection, tokenId, probably))?.owner
}

export async function readHeld(
  connection: SolanaConnection,
  tokenId: string,
  probably?: string | null,
): Promise<Held | undefined> {
  const mint = tokenId as Address
  const guess = probably ? [await findTokenAccount(mint, probably as Address)] : []
  const { accounts } = await readAccounts(connection, [mint, ...guess])
  const guessed = accounts[1] && readHolding(accounts[1])
  if (guessed?.mint === mint && guessed.amount === 1n) return { owner: guessed.owner, holder: guess[0] }
  // An address that has only been sent lamports is no mint.
  if (!accounts[0] || !isOfTokenProgram(accounts[0])) return undefined
  const { value: largest } = await connection.rpc.getTokenLargestAccounts(mint, { commitment: 'confirmed' }).send()
  const holder = largest.find(({ amount }) => amount === '1')?.address
  if (!holder) return { owner: NOBODY.SOL }
  const { value } = await connection.rpc.getAccountInfo(holder, { encoding: 'base64', commitment: 'confirmed' }).send()
  const account = parseBase64RpcAccount(holder, value)
  return { owner: (account.exists && readHolding(account)?.owner) || NOBODY.SOL, holder }
}
