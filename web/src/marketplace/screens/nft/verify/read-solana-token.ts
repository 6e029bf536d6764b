import { type Address, address, type EncodedAccount, getBase64Encoder, lamports } from '@solana/kit'
import type { Nft, SolanaToken } from '@verso/protocol/nfts'
import { readCollectionAuthority, readHolding, readNft } from '@verso/solana/read-nft'
import { findMintAddress, findTokenAccount } from '@verso/solana/token-address'
import { call } from '../../../../api/client.ts'
import type { ChainToken } from './read-token.ts'

type Account = SolanaToken['mint']

/**
 * Solana's word on a token: a mint says where its metadata are only when it can no longer be changed or repeated and it is of the
 * collection. Its owner is whom the account that follows from both holds it for. Its address is worked out of the metadata.
 */
export async function readSolanaToken(
  { contract, token_id, owner_address }: NonNullable<Nft['token']>,
  metadata: Uint8Array<ArrayBuffer>,
): Promise<ChainToken> {
  const mint = address(token_id)
  const told = await call('GET /api/chains/SOL/tokens/{token_id}/', { params: { token_id }, isPublic: true })
  const ofMint = decode(told.mint, mint)
  const ofHolder = owner_address && decode(told.holder, await findTokenAccount(mint, address(owner_address)))
  const ofCollection = decode(told.collection, address(contract))
  const nft = ofMint && readNft(ofMint)
  const holding = ofHolder ? readHolding(ofHolder) : undefined
  const authority = ofCollection && readCollectionAuthority(ofCollection)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', metadata))
  return {
    uri: nft?.isSealed && nft.collection === contract ? nft.uri : '–',
    owner: holding?.mint === mint && holding.amount === 1n ? holding.owner : '–',
    address: authority ? await findMintAddress(authority, hash) : '–',
  }
}

/** Of the address that was worked out here alone. */
function decode(account: Account, expected: Address): EncodedAccount | undefined {
  if (account?.address !== expected) return undefined
  const data = new Uint8Array(getBase64Encoder().encode(account.data))
  return {
    address: expected,
    data,
    executable: false,
    lamports: lamports(0n),
    programAddress: address(account.program),
    space: BigInt(data.length),
  }
}
