import { inTransaction } from '../../db/client.ts'
import type { Custodian, SignedChain } from './custodian.ts'
import { deriveAddress } from './member-key.ts'
import { type Answer, orRefused } from './refused-signature.ts'
import { type ListingRequest, signListings } from './sign-listing.ts'
import { signWithdrawal, type WithdrawalRequest } from './sign-withdrawal.ts'
import type { SolanaRequest } from './solana/sign-for-intent.ts'

/** Bytes that lack the payer's signature alone, in base64. */
export type SolanaAnswer = { raw: string } | { refused: string }

/** Signed in a transaction of their own, because a signature must be on record even when the rest fails. */
export const signListingsHere = (
  custodian: Custodian,
  chain: SignedChain,
  requests: ListingRequest[],
): Promise<Answer[]> => inTransaction(custodian.db, (tx) => signListings(custodian, tx, chain, requests))

export const signWithdrawalHere = (
  custodian: Custodian,
  chain: SignedChain,
  request: WithdrawalRequest,
): Promise<Answer> => inTransaction(custodian.db, (tx) => orRefused(signWithdrawal(custodian, tx, chain, request)))

/** Code for Solana is loaded with its first signature. */
export const signForIntentHere = (custodian: Custodian, request: SolanaRequest): Promise<SolanaAnswer> =>
  inTransaction(custodian.db, async (tx) => {
    const { signForIntent } = await import('./solana/sign-for-intent.ts')
    return orRefused(
      signForIntent(custodian, tx, request).then((raw) => ({ raw: Buffer.from(raw).toString('base64') })),
    )
  })

/** @returns undefined for a wallet that does not exist */
export async function deriveAddressHere(custodian: Custodian, walletId: string): Promise<string | undefined> {
  const wallet = await custodian.db
    .selectFrom('wallets')
    .select(['derivation_index', 'chain'])
    .where('id', '=', walletId)
    .executeTakeFirst()
  return wallet && deriveAddress(custodian, custodian.db, wallet)
}
