import { CHAINS, type Chain } from '@verso/protocol/chains'
import type { FileRow } from '../../media/files/queries.ts'

export type MetadataInput = {
  nftId: string
  chain: Chain
  /** Solana's clusters have none. */
  chainId: number | null
  contract: string
  category: string
  royaltyBps: number
  file: FileRow
  thumbnail: FileRow
  /** The address of the NFT's page; only when the operator has set a public address, for it can never change. */
  pageUrl: string | undefined
}

const ipfs = (cid: string | null) => `ipfs://${cid}`

/**
 * The token's metadata in the form marketplaces read, as the bytes whose hash is the token id (docs/rules.md R96): made once and
 * never serialised again. The platform's own id and the chain make it unique.
 */
export function buildMetadata(input: MetadataInput): Buffer {
  const { file, thumbnail, royaltyBps } = input
  const isImage = file.media_type === 'image'
  const metadata = {
    name: file.name,
    description: file.description,
    image: ipfs(isImage ? file.cid : thumbnail.cid),
    ...(!isImage && { animation_url: ipfs(file.cid) }),
    ...(input.pageUrl && { external_url: input.pageUrl }),
    attributes: [
      { trait_type: 'Category', value: input.category },
      { trait_type: 'Media', value: file.mime },
      { trait_type: 'Royalty', value: `${royaltyBps / 100}%` },
    ],
    royalty: royaltyBps / 100,
    seller_fee_basis_points: royaltyBps,
    properties: {
      platform_nft_id: input.nftId,
      chain: CHAINS[input.chain].name,
      ...(input.chainId !== null && { chain_id: input.chainId }),
      contract: input.contract,
      bio: file.bio,
      alt_text: file.alt_text,
      files: [
        { uri: ipfs(file.cid), type: file.mime },
        { uri: ipfs(thumbnail.cid), type: thumbnail.mime },
      ],
    },
  }
  return Buffer.from(JSON.stringify(metadata), 'utf8')
}
