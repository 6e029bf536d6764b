import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'

const DAY = '2026-03-01T10:00:00.000Z'

export const sampleListing = (fields: Partial<Listing> = {}): Listing => ({
  id: '31',
  price: 12.5,
  platform_fee_bps: 250,
  status: 'ACTIVE',
  seller: '7',
  seller_username: 'Nila Silva',
  buyer: null,
  buyer_username: null,
  created_at: DAY,
  updated_at: DAY,
  expires_at: null,
  reserved_until: null,
  ...fields,
})

/** A picture of member 7, minted and approved. */
export const sampleNft = (fields: Partial<Nft> = {}): Nft => ({
  id: '1',
  name: 'Tide',
  description: null,
  bio: null,
  alt_text: '',
  chain: 'POLYGON',
  category: 1,
  file: 'f1',
  thumbnail: 'f2',
  file_url: 'https://media.test/file.png',
  thumbnail_url: 'https://media.test/thumbnail.png',
  card_url: 'https://media.test/card.webp',
  page_url: 'https://media.test/page.webp',
  page_small_url: 'https://media.test/page-small.webp',
  media_type: 'image',
  royalty: 5,
  cashback_value: 500,
  created_by: '7',
  owned_by: '7',
  approved: true,
  approval: null,
  taken_down: false,
  custody: 'HELD',
  creator: { id: '7', first_name: 'Nila', last_name: 'Silva', display_name: null, logo: null, is_deleted: false },
  created_at: DAY,
  updated_at: DAY,
  listings: [],
  latest_listing: null,
  last_sale_price: null,
  mint_tx: { signature_id: null, tx_id: null, status: 'SUCCESSED', error: null },
  metadata: { file_ipfs_hash: null, metadata_ipfs_hash: null },
  token: null,
  ...fields,
})
