export const LISTING_STATUSES = [
  'PAYMENT_PROCESSING',
  'PENDING_LISTINGS',
  'PENDING_APPROVAL',
  'ACTIVE',
  'INACTIVE',
  'SOLD',
  'PAID',
] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

/** The only moves a listing makes (docs/rules.md R71). */
export const LISTING_TRANSITIONS: Record<ListingStatus, readonly ListingStatus[]> = {
  PENDING_LISTINGS: ['ACTIVE', 'PENDING_APPROVAL', 'INACTIVE'],
  PENDING_APPROVAL: ['ACTIVE', 'INACTIVE'],
  ACTIVE: ['INACTIVE', 'PAYMENT_PROCESSING'],
  PAYMENT_PROCESSING: ['ACTIVE', 'INACTIVE', 'PAID'],
  PAID: ['SOLD', 'INACTIVE'],
  SOLD: ['PAID'],
  INACTIVE: [],
}

/** An NFT has at most one listing in one of these. */
export const OPEN_LISTING_STATUSES = [
  'PENDING_LISTINGS',
  'PENDING_APPROVAL',
  'ACTIVE',
  'PAYMENT_PROCESSING',
  'PAID',
] as const
/** The statuses of listings that the Marketplace shows: for sale, or reserved by a buyer. */
export const LISTED_STATUSES = ['ACTIVE', 'PAYMENT_PROCESSING'] as const
