import type { Chain, EvmChain } from '@verso/protocol/chains'
import { StartupError } from '../errors/startup-error.ts'
import { splitKeys } from './key-strength.ts'
import { limitsOf } from './limits.ts'
import { roleOf, toldProductionBy } from './production-guard.ts'
import type { Settings } from './settings.ts'

const DAY_MS = 24 * 3_600_000

/** Unset: info in production, warn where a person reads the terminal. */
export const logLevelOf = (settings: Settings) => settings.LOG_LEVEL ?? (toldProductionBy(settings) ? 'info' : 'warn')

/** `localhost` is one name for two addresses, of which a guarded server takes the one that all of ours call it by. */
export const listenHostOf = ({ BIND_HOST }: Settings): string => (BIND_HOST === 'localhost' ? '127.0.0.1' : BIND_HOST)

/** How long a process serves on when it is told to end. Unset: until balancers that ask every two seconds have missed it. */
export const stopGraceMsOf = (settings: Settings): number =>
  1_000 * (settings.STOP_GRACE_SECONDS ?? (toldProductionBy(settings) ? 5 : 0))

/** Whether DATABASE_URL is a pooler: then PostgreSQL itself has an address of its own. */
export const isPooled = ({ DATABASE_LISTEN_URL, DATABASE_URL }: Settings): boolean =>
  DATABASE_LISTEN_URL !== undefined && DATABASE_LISTEN_URL !== DATABASE_URL

/** Values that the embedded services supply for settings that are not given. */
export type EmbeddedValues = {
  database?: { ownerUrl: string; appUrl: string; appRole: string }
  rpcUrls: Partial<Record<Chain, string>>
  secrets: {
    secretKey: string
    walletKek: string
    minterKey: string
    settlerKey: string
    ownerKey: string
    webhookSecret: string
  }
}

export type Config = ReturnType<typeof createConfig>

/** Settings and embedded values, grouped for the code that uses them. */
export function createConfig(settings: Settings, embedded: EmbeddedValues) {
  const isProduction = toldProductionBy(settings) !== undefined
  const isDevelopment = !isProduction
  const usesOutbox = settings.MAIL_DRIVER === 'outbox' && settings.SMS_DRIVER === 'outbox'
  const appUrl = settings.DATABASE_URL ?? embedded.database?.appUrl
  if (!appUrl) throw new StartupError('DATABASE_URL is missing')
  // A key that was made here is of an account that the contracts of production do not know.
  const made = isProduction ? undefined : embedded.secrets
  return {
    isProduction,
    /** Development routes (`/dev`, `/api/dev`) exist. */
    isDevelopment,
    /** Answers are checked against their declarations in tests; elsewhere only written by them. */
    checksAnswers: settings.NODE_ENV === 'test',
    isDemo: settings.DEMO_CONTENT ?? isDevelopment,
    brand: settings.BRAND,
    role: settings.ROLE,
    logLevel: logLevelOf(settings),
    stopGraceMs: stopGraceMsOf(settings),
    host: listenHostOf(settings),
    ports: { public: settings.PORT, admin: settings.ADMIN_PORT, media: settings.MEDIA_PORT, pay: settings.PAY_PORT },
    urls: {
      public: settings.PUBLIC_URL,
      admin: settings.ADMIN_URL,
      media: settings.MEDIA_URL,
      pay: settings.PAY_URL,
    },
    trustProxy: settings.TRUST_PROXY,
    dataDir: settings.DATA_DIR,
    database: {
      url: appUrl,
      /** Of a streaming replica. */
      readUrl: settings.DATABASE_READ_URL,
      /** PostgreSQL itself where `url` is a pooler: for LISTEN, and locks of a session. */
      listenUrl: settings.DATABASE_LISTEN_URL ?? appUrl,
      isPooled: isPooled(settings),
      poolSize: settings.DATABASE_POOL_SIZE,
      ownerUrl: settings.MIGRATION_DATABASE_URL ?? embedded.database?.ownerUrl ?? appUrl,
      appRole: settings.MIGRATION_DATABASE_URL ? roleOf(new URL(appUrl)) : embedded.database?.appRole,
      isPreparing: settings.DATABASE_PREPARE,
    },
    secretKeys: splitKeys(settings.SECRET_KEY ?? embedded.secrets.secretKey),
    /** The custody in a process of its own (`ROLE=signer`). */
    signer:
      settings.SIGNER_URL && settings.SIGNER_SECRET
        ? { url: settings.SIGNER_URL, secret: settings.SIGNER_SECRET }
        : undefined,
    walletKek: settings.WALLET_KEK ?? embedded.secrets.walletKek,
    minterKey: (settings.MINTER_KEY ?? made?.minterKey) as `0x${string}` | undefined,
    settlerKey: (settings.SETTLER_KEY ?? made?.settlerKey) as `0x${string}` | undefined,
    ownerKey: (settings.OWNER_KEY ?? embedded.secrets.ownerKey) as `0x${string}`,
    chains: {
      POLYGON: chainConfig(settings, 'POLYGON', embedded.rpcUrls.POLYGON),
      ETH: chainConfig(settings, 'ETH', embedded.rpcUrls.ETH),
    },
    solana: solanaConfig(settings, embedded.rpcUrls.SOL),
    storage: {
      kind: settings.STORAGE_DRIVER,
      s3: s3Config(settings),
    },
    ipfs: { kind: settings.IPFS_DRIVER, apiUrl: settings.IPFS_API_URL, token: settings.IPFS_TOKEN },
    mail: { kind: settings.MAIL_DRIVER, smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
    sms: {
      kind: settings.SMS_DRIVER,
      twilio: {
        accountSid: settings.TWILIO_ACCOUNT_SID ?? '',
        authToken: settings.TWILIO_AUTH_TOKEN ?? '',
        from: settings.TWILIO_FROM ?? '',
        apiUrl: settings.TWILIO_API_URL,
      },
      /** Allowed countries (ISO codes); empty: all. */
      countries: settings.SMS_COUNTRIES,
    },
    payments: {
      kind: settings.PAYMENT_PROVIDER,
      webhookSecret: embedded.secrets.webhookSecret,
      stripe: {
        secretKey: settings.STRIPE_SECRET_KEY ?? '',
        publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
        webhookSecret: settings.STRIPE_WEBHOOK_SECRET ?? '',
        apiUrl: settings.STRIPE_API_URL,
      },
      wert: {
        partnerId: settings.WERT_PARTNER_ID ?? '',
        apiKey: settings.WERT_API_KEY ?? '',
        apiUrl: settings.WERT_API_URL,
        origin: settings.WERT_ORIGIN,
        receiver: settings.WERT_RECEIVER ?? '',
      },
    },
    /** Of one member: what nothing uses, and how long it is kept. */
    uploads: {
      unusedMaxCount: settings.UPLOADS_UNUSED_MAX_FILES,
      unusedMaxBytes: settings.UPLOADS_UNUSED_MAX_MB * 1024 ** 2,
      unusedDays: settings.UPLOADS_UNUSED_DAYS,
      nftFileMaxBytes: settings.NFT_FILE_MAX_MB,
      thumbnailMaxBytes: settings.THUMBNAIL_MAX_MB,
    },
    minListingPriceCents: settings.MIN_LISTING_PRICE,
    reservationMs: settings.RESERVATION_MINUTES,
    codes: { lifeMs: settings.CODE_MINUTES, maxTries: settings.CODE_TRIES },
    /** How long the links in mails are good. */
    linkLivesMs: {
      VERIFY_EMAIL: settings.EMAIL_LINK_HOURS,
      RESET_PASSWORD: settings.RESET_LINK_MINUTES,
      INVITATION: settings.INVITATION_DAYS,
    },
    social: {
      x: settings.SOCIAL_X_URL ?? null,
      instagram: settings.SOCIAL_INSTAGRAM_URL ?? null,
      discord: settings.SOCIAL_DISCORD_URL ?? null,
    },
    /** Below it uploads and new payments stop, before the database does. */
    diskMinFreeBytes: settings.DISK_MIN_FREE_MB * 1024 ** 2,
    platformFeeBps: settings.PLATFORM_FEE_BPS,
    listingsNeedApproval: settings.LISTINGS_NEED_APPROVAL,
    earningsHoldDays: settings.EARNINGS_HOLD_DAYS ?? (settings.PAYMENT_PROVIDER === 'sandbox' ? 0 : 7),
    /** docs/operations/retention.md */
    keptDays: {
      /** Dropped by the month, once all of it is older than this. */
      events: settings.EVENTS_KEPT_DAYS,
      messages: settings.MESSAGES_KEPT_DAYS,
      paymentEvents: settings.PAYMENT_EVENTS_KEPT_DAYS,
      audit: settings.AUDIT_KEPT_DAYS,
    },
    /** A session ends so long after its last use, and so long after its sign-in at the latest. */
    sessions: { idleMs: settings.SESSION_IDLE_DAYS * DAY_MS, maxMs: settings.SESSION_MAX_DAYS * DAY_MS },
    limits: limitsOf(settings, { isOpen: isDevelopment && usesOutbox }),
  }
}

export const s3Config = (settings: Settings) => ({
  bucket: settings.S3_BUCKET ?? '',
  region: settings.S3_REGION,
  endpoint: settings.S3_ENDPOINT,
  accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
})

function chainConfig(settings: Settings, chain: EvmChain, embeddedUrl: string | undefined) {
  const ownUrl = settings[`${chain}_RPC_URL`]
  const rpcUrl = ownUrl ?? embeddedUrl
  if (!rpcUrl) throw new StartupError('an RPC address is missing: set POLYGON_RPC_URL and ETH_RPC_URL')
  return {
    rpcUrl,
    /** A node for members' browsers ("Verify it yourself"); never ours, whose address may carry a key. */
    publicRpcUrl: settings[`${chain}_PUBLIC_RPC_URL`] ?? null,
    contract: settings[`${chain}_CONTRACT`] as `0x${string}` | undefined,
    isEmbedded: ownUrl === undefined,
  }
}

/** Undefined: Solana is not offered. */
function solanaConfig(settings: Settings, embeddedUrl: string | undefined) {
  const rpcUrl = settings.SOL_RPC_URL ?? embeddedUrl
  return rpcUrl === undefined
    ? undefined
    : { rpcUrl, collection: settings.SOL_COLLECTION, isEmbedded: settings.SOL_RPC_URL === undefined }
}
