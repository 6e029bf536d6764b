// A file of its own, so that a page that only sorts does not load zod.
export const NFT_SORTS = ['price', '-price', 'updated_at', '-updated_at'] as const
export type NftSort = (typeof NFT_SORTS)[number]
