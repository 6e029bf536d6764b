import { connectionOf, explorerOf, isOffered } from '../../gateways/chain/chain-access.ts'
import type { Nft } from '@verso/protocol/nfts'
import { centsToUsd } from '@verso/protocol/usd'
import type { Context } from '../../context.ts'
import type { Urls } from '../../http/urls.ts'
import { fileUrl } from '../../media/files/file-urls.ts'
import { urlUnlessWithheld } from '../../media/files/withheld-files.ts'
import { presentListing } from '../listings/present-listing.ts'
import type { NftDetails, NftRow } from './queries.ts'

const TOKEN_STANDARDS = { POLYGON: 'ERC-721', ETH: 'ERC-721', SOL: 'Token-2022' }

/** Row → wire. The only way an NFT leaves the server (docs/rules.md R101). */
export function presentNft(ctx: Context, details: NftDetails, input: { urls: Urls; viewerId: string | null }): Nft {
  const { nft, latestListing, bookmarks } = details
  const { urls, viewerId } = input
  return {
    id: nft.id,
    name: nft.name,
    description: nft.description,
    bio: nft.bio,
    alt_text: nft.alt_text,
    chain: nft.chain,
    category: nft.category_id,
    file: nft.file_id,
    thumbnail: nft.thumbnail_file_id,
    ...presentMedia(ctx, details, urls),
    royalty: nft.royalty_bps / 100,
    cashback_value: nft.royalty_bps,
    created_by: nft.created_by,
    owned_by: nft.owned_by,
    approved: nft.approval === 'APPROVED',
    approval: viewerId !== null && [nft.created_by, nft.owned_by].includes(viewerId) ? nft.approval : null,
    taken_down: nft.taken_down_at !== null,
    custody: nft.custody,
    creator: presentCreator(details, urls),
    created_at: nft.created_at.toISOString(),
    updated_at: nft.updated_at.toISOString(),
    listings: details.listings.map((listing) => presentListing(listing, viewerId)),
    latest_listing: latestListing && presentListing(latestListing, viewerId),
    last_sale_price: nft.last_sale_cents === null ? null : centsToUsd(nft.last_sale_cents),
    mint_tx: {
      signature_id: details.mintIntentId,
      tx_id: nft.mint_tx_hash,
      status: nft.mint_status,
      error: nft.mint_error,
    },
    metadata: { file_ipfs_hash: nft.file_cid, metadata_ipfs_hash: nft.metadata_cid },
    token: presentToken(ctx, nft),
    ...(bookmarks && { is_favourite: bookmarks.isFavourite, is_wishlisted: bookmarks.isWishlisted }),
  }
}

/**
 * Cards and pages show the thumbnail's copies; what is not an image has its thumbnail as poster. Of withheld files only those
 * who are concerned get the address.
 */
function presentMedia(ctx: Context, { nft, getsSignedUrl }: NftDetails, urls: Urls) {
  const thumbnail = { key: nft.thumbnail_key, isWithheld: nft.is_thumbnail_withheld, getsSignedUrl }
  const file = { key: nft.file_key, isWithheld: nft.is_file_withheld, getsSignedUrl }
  const poster = nft.media_type === 'image' ? file : thumbnail
  const addressOf = (shown: typeof file, key: string | null = null) =>
    urlUnlessWithheld(ctx, fileUrl(urls, { storage_key: key ?? shown.key }), shown)
  const card_url = addressOf(thumbnail, nft.thumbnail_card_key)
  return {
    file_url: addressOf(file),
    thumbnail_url: addressOf(thumbnail),
    card_url,
    page_url: addressOf(poster, nft.poster_page_key),
    // Until the NFT itself has a small copy, the one that it was created with.
    page_small_url: nft.poster_card_key === null ? card_url : addressOf(poster, nft.poster_card_key),
    media_type: nft.media_type,
  }
}

/** `last_name` is only in one's own profile and for admins (docs/rules.md R37). `logo` is an address, not a file id. */
const presentCreator = ({ nft }: NftDetails, urls: Urls): Nft['creator'] => ({
  id: nft.created_by,
  first_name: nft.creator_first_name,
  last_name: null,
  display_name: nft.creator_display_name,
  logo: nft.creator_logo_key && fileUrl(urls, { storage_key: nft.creator_avatar_key ?? nft.creator_logo_key }),
  is_deleted: nft.creator_status === 'DELETED',
})

/** Null until the token is in a block. */
function presentToken(ctx: Context, nft: NftRow): Nft['token'] {
  if (nft.mint_status !== 'SUCCESSED' || nft.token_id === null || !isOffered(ctx, nft.chain)) return null
  const connection = connectionOf(ctx, nft.chain)
  const { contract } = connection
  return {
    contract,
    token_id: nft.token_id,
    standard: TOKEN_STANDARDS[nft.chain],
    explorer_url: explorerOf(connection)?.addressOfToken({ contract, tokenId: nft.token_id }) ?? null,
    owner_address: nft.owner_address,
  }
}
