/** Every number that a client and the server must agree on. */

export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 200
export const BIO_MIN_LENGTH = 150
export const BIO_MAX_LENGTH = 2_000
export const NAME_MAX_LENGTH = 100
export const NFT_NAME_MAX_LENGTH = 120
export const DESCRIPTION_MAX_LENGTH = 500
export const ALT_TEXT_MAX_LENGTH = 300
export const REPORT_REASON_MAX_LENGTH = 100
export const REPORT_TEXT_MAX_LENGTH = 1_000
export const REASON_MAX_LENGTH = 500
/** Of the open reports that one decision names: their ids fit into a body. */
export const NAMED_REPORTS_MAX = 1_000
export const SEARCH_MAX_LENGTH = 200
/** Of each kind that the search finds. */
export const SEARCH_LIMIT_DEFAULT = 6
export const SEARCH_LIMIT_MAX = 10

/** Of each kind that operators put on the front of Explore. */
export const FEATURED_MAX = 6

export const OTP_LENGTH = 6
export const OTP_RETRY_SECONDS = 30
export const OTP_MAX_TRIES = 5
export const OTP_TTL_MS = 10 * 60_000
export const EMAIL_LINK_TTL_MS = 24 * 3_600_000
export const RESET_LINK_TTL_MS = 3_600_000
/** A receipt's link opens it without a sign-in for so long. */
export const RECEIPT_LINK_TTL_MS = 90 * 24 * 3_600_000
export const INVITATION_TTL_MS = 7 * 24 * 3_600_000

export const ACCESS_TOKEN_TTL_MS = 10 * 60_000
export const TEMPORARY_SESSION_TTL_MS = 15 * 60_000
export const REFRESH_REUSE_GRACE_MS = 10_000
export const STEP_UP_TTL_MS = 15 * 60_000

export const MIN_LISTING_PRICE_CENTS = 108
export const MAX_PRICE_CENTS = 100_000_000_00
export const MIN_TOPUP_CENTS = 100
export const MAX_TOPUP_CENTS = 10_000_00
export const MIN_PAYOUT_CENTS = 1
export const NETWORK_FEE_CENTS = 20

export const MAX_ROYALTY_BPS = 10_000
export const BPS = 10_000

export const RESERVATION_MS = 15 * 60_000
export const RESERVATION_MAX_MS = 60 * 60_000
export const MAX_LIVE_RESERVATIONS = 3
export const MAX_OPEN_TOPUPS = 10
/** Of one member. */
export const MAX_REPORTS_PER_DAY = 20
export const MAX_FOLLOWS_PER_DAY = 200
export const MAX_PAYOUT_REQUESTS_PER_DAY = 20
export const MAX_BANK_ACCOUNTS_PER_DAY = 20
/** Answers kept for 24 hours under a member's Idempotency-Keys. */
export const MAX_IDEMPOTENCY_KEYS = 1_000
/** Of one NFT: new listings and changes of its price. */
export const MAX_LISTINGS_PER_DAY = 100
/** Of one NFT in an answer: the newest, and the newest that were sold. */
export const LISTING_HISTORY_MAX = 200
export const ABANDONED_HOLDS_BEFORE_WAIT = 2
export const ABANDONED_HOLD_WAIT_MS = 30 * 60_000
export const ABANDONED_HOLD_WAIT_MAX_MS = 7 * 24 * 3_600_000
/** Older ones are forgotten. */
export const ABANDONED_HOLD_COUNTED_MS = 30 * 24 * 3_600_000

export const WALLET_RETRY_MS = 5 * 60_000 - 1_000
export const PROFILE_POLL_MS = 5_000

export const THUMBNAIL_MAX_BYTES = 5 * 1024 * 1024
export const NFT_FILE_MAX_BYTES = 100 * 1024 * 1024
export const COMPRESSION_TARGET_BYTES = 1024 * 1024
export const COMPRESSION_LONGER_SIDE_PX = 1920

export const TABLE_PAGE_SIZE = 5
export const SKELETON_CARDS = 12
export const LIST_LIMIT_DEFAULT = 24
export const LIST_LIMIT_MAX = 100
/** How far a list counts its rows: of more it says that they are more. */
export const LIST_TOTAL_MAX = 1_000

export const STICKY_SEARCH_SCROLL_PX = 120
export const STICKY_FILTERS_SCROLL_PX = 155
export const STICKY_MIN_WIDTH_PX = 1120
export const DISCLOSURE_MS = 500
export const TOAST_MS = 3_000
export const DEFAULT_PHONE_COUNTRY = 'lk'

export const NFT_FILE_TYPES = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/svg+xml'],
  video: ['video/mp4', 'video/webm'],
  audio: ['audio/mpeg', 'audio/wav', 'audio/ogg'],
  model: ['model/gltf-binary'],
} as const
export const THUMBNAIL_TYPES = ['image/png', 'image/jpeg'] as const
