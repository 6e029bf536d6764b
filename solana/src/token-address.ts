import { TOKEN_2022_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token-2022'
import { type Address, createAddressWithSeed, getBase64Decoder } from '@solana/kit'

const SHA256_BYTES = 32
/** As many bytes as the 32 characters of a seed can hold in base64url. */
const SEED_BYTES = 24
export const COLLECTION_SEED = 'collection'

/** The seed of a token's address: 192 bits of the SHA-256 of its metadata. */
export function seedOf(metadataHash: Uint8Array): string {
  if (metadataHash.length !== SHA256_BYTES) throw new Error(`a SHA-256 has ${SHA256_BYTES} bytes`)
  const base64 = getBase64Decoder().decode(metadataHash.subarray(0, SEED_BYTES))
  return base64.replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * The mint of the NFT with this metadata. Everybody can compute it, and the same metadata cannot be minted twice: there is
 * one address for it, as long as the collection's authority stays the same.
 */
export const findMintAddress = (authority: Address, metadataHash: Uint8Array): Promise<Address> =>
  derive(authority, seedOf(metadataHash))

/** The mint that all NFTs of a deployment are members of. */
export const findCollectionAddress = (authority: Address): Promise<Address> => derive(authority, COLLECTION_SEED)

/** The account that holds an NFT for its owner. */
export async function findTokenAccount(mint: Address, owner: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS })
  return address
}

const derive = (baseAddress: Address, seed: string): Promise<Address> =>
  createAddressWithSeed({ baseAddress, programAddress: TOKEN_2022_PROGRAM_ADDRESS, seed })
