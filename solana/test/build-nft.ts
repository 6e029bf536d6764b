import type { Address } from '@solana/kit'
import { mintNft, type NewNft } from '../src/mint-nft.ts'
import { findMintAddress } from '../src/token-address.ts'
import { sha256, type TestVm } from './vm.ts'

export type NftOptions = Partial<Pick<NewNft, 'name' | 'uri' | 'royaltyBps' | 'authority'>> & { metadata?: string }

/** The instructions of a mint, and its address. */
export async function buildMint(t: TestVm, owner: Address, { metadata = 'metadata', ...options }: NftOptions = {}) {
  const { payer, authority, rentOf } = t
  const metadataHash = sha256(metadata)
  const instructions = await mintNft({
    payer,
    authority,
    owner,
    metadataHash,
    name: 'Dawn',
    uri: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    royaltyBps: 750,
    rentOf,
    ...options,
  })
  return { instructions, mint: await findMintAddress((options.authority ?? authority).address, metadataHash) }
}

/** An NFT that is in its owner's wallet. */
export async function buildNft(t: TestVm, owner: Address, options?: NftOptions): Promise<Address> {
  const { instructions, mint } = await buildMint(t, owner, options)
  const { error } = await t.send(instructions)
  if (error) throw new Error(error)
  return mint
}
