import type { LiveChain } from '@verso/protocol/chains'
import { z } from 'zod'
import { isDatabaseAddress } from './hosts.ts'
import { parseTrustProxy, TRUST_PROXY_RULE } from './http/trust-proxy.ts'
import { findKeyProblems, splitKeys } from './key-problems.ts'
import { limitsOf } from './limits.ts'
import { findOldSettings } from './old-settings.ts'
import { findProductionProblems, toldProductionBy } from './production-guard.ts'
import { readSecretFiles } from './secret-files.ts'
import { missingSettings, settingMessage } from './setting-problems.ts'
import { StartupError } from './startup-error.ts'

const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true')
const PORT_RULE = 'must be a port, a number from 0 to 65535'
const port = z.coerce.number(PORT_RULE).int(PORT_RULE).min(0, PORT_RULE).max(65_535, PORT_RULE)
const privateKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be 0x and 40 hex digits')
const trustProxy = z.string().transform((text, { addIssue }) => {
  const parsed = parseTrustProxy(text)
  if (!parsed) addIssue({ code: 'custom', message: TRUST_PROXY_RULE })
  return parsed ?? z.NEVER
})
const url = z.url().transform((value) => value.replace(/\/+$/, ''))
const KEY_RULE = 'must have at least 32 characters'
const key = z.string().min(32, KEY_RULE)
/** An empty one of several would be a key that everybody has. */
const keys = z.string().refine((value) => splitKeys(value).every((each) => each.length >= 32), KEY_RULE)
const databaseUrl = z
  .string()
  .refine(isDatabaseAddress, 'must be an address like postgres://role:password@host:5432/database')

/** contract.md → Settings, as they come: strings, checked one by one. */
const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  BRAND: z.string().min(1).max(40).default('Verso'),
  ROLE: z.enum(['all', 'api', 'worker', 'signer']).default('all'),
  PORT: port.default(3000),
  ADMIN_PORT: port.default(3001),
  MEDIA_PORT: port.default(3002),
  PAY_PORT: port.default(3003),
  SIGNER_PORT: port.default(3004),
  SIGNER_URL: url.optional(),
  SIGNER_SECRET: key.optional(),
  BIND_HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: url.optional(),
  ADMIN_URL: url.optional(),
  MEDIA_URL: url.optional(),
  PAY_URL: url.optional(),
  TRUST_PROXY: trustProxy.prefault('0'),
  DEMO_CONTENT: flag.optional(),
  /** Staging: the sandbox and the outbox drivers in production's layout. */
  ALLOW_SANDBOX: flag.default(false),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: z.never('is not used yet: remove it').optional(),
  POLYGON_RPC_URL: z.url().optional(),
  ETH_RPC_URL: z.url().optional(),
  POLYGON_PUBLIC_RPC_URL: z.url().optional(),
  ETH_PUBLIC_RPC_URL: z.url().optional(),
  POLYGON_CONTRACT: address.optional(),
  ETH_CONTRACT: address.optional(),
  SECRET_KEY: keys.optional(),
  WALLET_KEK: key.optional(),
  MINTER_KEY: privateKey.optional(),
  SETTLER_KEY: privateKey.optional(),
  OWNER_KEY: privateKey.optional(),
  GUARDIAN_KEY: privateKey.optional(),
  STORAGE_DRIVER: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IPFS_DRIVER: z.enum(['embedded', 'kubo', 'pinning']).default('embedded'),
  IPFS_API_URL: z.url().optional(),
  IPFS_TOKEN: z.string().optional(),
  MAIL_DRIVER: z.enum(['outbox', 'smtp']).default('outbox'),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Verso <no-reply@localhost>'),
  SMS_DRIVER: z.enum(['outbox', 'twilio']).default('outbox'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: z.url().default('https://api.twilio.com'),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe', 'wert']).default('sandbox'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
  WERT_PARTNER_ID: z.string().optional(),
  WERT_API_KEY: z.string().optional(),
  WERT_API_URL: z.url().default('https://partner.wert.io'),
  WERT_ORIGIN: z.url().default('https://widget.wert.io'),
  WERT_RECEIVER: address.optional(),
  SMS_COUNTRIES: z.string().default(''),
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(250),
  LISTINGS_NEED_APPROVAL: flag.default(false),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(3_650).default(180),
  PASSWORD_FAILURES_PER_NETWORK: z.coerce.number().int().min(1).optional(),
  PASSWORD_FAILURES_PER_ACCOUNT: z.coerce.number().int().min(1).optional(),
  CODE_FAILURES_PER_ACCOUNT: z.coerce.number().int().min(1).optional(),
  UPLOADS_UNUSED_MAX_FILES: z.coerce.number().int().min(1).default(300),
  UPLOADS_UNUSED_MAX_MB: z.coerce.number().int().min(1).default(2_048),
  UPLOADS_UNUSED_DAYS: z.coerce.number().int().min(1).default(7),
  DISK_MIN_FREE_MB: z.coerce.number().int().min(0).default(512),
  EARNINGS_HOLD_DAYS: z.coerce.number().int().min(0).max(365).optional(),
})
export type Settings = z.output<typeof settingsSchema>

const DAY_MS = 24 * 3_600_000
type Env = Record<string, string | undefined>
/** `chain`: a command on the chain, which needs neither the product's addresses nor its other keys. */
type Purpose = 'product' | 'chain'

/**
 * The only reader of the environment. Every wrong setting is named in one message.
 * @throws StartupError
 */
export function readSettings(env: Env = process.env, options: { purpose?: Purpose } = {}): Settings {
  const { settings, problems } = inspectSettings(env, options)
  if (problems.length > 0) throw refuseSettings(problems)
  return settings
}

export const refuseSettings = (problems: string[]): StartupError =>
  new StartupError(`These settings are wrong:\n  ${problems.join('\n  ')}`)

/** The settings and what is wrong with them. One that is not valid counts as not given, so that the others are judged too. */
export function inspectSettings(
  env: Env = process.env,
  { purpose = 'product' }: { purpose?: Purpose } = {},
): { settings: Settings; problems: string[]; notices: string[] } {
  const files = readSecretFiles(env)
  const given = Object.fromEntries(
    Object.entries({ ...env, ...files.secrets }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const issues = settingsSchema.safeParse(given, { error: settingMessage }).error?.issues ?? []
  const invalid = [...new Set(issues.map((issue) => String(issue.path[0])))]
  for (const name of invalid) delete given[name]
  const settings = settingsSchema.parse(given)
  const isProduction = toldProductionBy(settings) !== undefined
  const notices = findOldSettings(env, { isProduction })
  const others =
    purpose === 'chain'
      ? isProduction
        ? findKeyProblems(settings)
        : []
      : [...missingSettings(settings), ...findProductionProblems(settings)]
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...files.problems,
    ...(isProduction ? notices : []),
    ...others.filter((line) => !invalid.some((name) => saysIsMissing(line, name))),
  ]
  return { settings, problems, notices }
}

const saysIsMissing = (line: string, name: string): boolean =>
  line.trim() === `${name} is missing` || line.endsWith(` needs ${name}`)

/** Unset: info in production, warn where a person reads the terminal. */
export const logLevelOf = (settings: Settings) => settings.LOG_LEVEL ?? (toldProductionBy(settings) ? 'info' : 'warn')

/** What the embedded services supply where a setting is not given. */
export type EmbeddedValues = {
  database?: { ownerUrl: string; appUrl: string; appRole: string }
  rpcUrls: Partial<Record<LiveChain, string>>
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
  return {
    isProduction,
    /** Development routes (`/dev`, `/api/dev`) exist. */
    isDevelopment,
    isDemo: settings.DEMO_CONTENT ?? isDevelopment,
    brand: settings.BRAND,
    role: settings.ROLE,
    logLevel: logLevelOf(settings),
    // One name for two addresses, of which a guarded server takes the one that all of ours call it by.
    host: settings.BIND_HOST === 'localhost' ? '127.0.0.1' : settings.BIND_HOST,
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
      ownerUrl: settings.MIGRATION_DATABASE_URL ?? embedded.database?.ownerUrl ?? appUrl,
      appRole: settings.MIGRATION_DATABASE_URL
        ? decodeURIComponent(new URL(appUrl).username)
        : embedded.database?.appRole,
    },
    secretKeys: splitKeys(settings.SECRET_KEY ?? embedded.secrets.secretKey),
    /** The custody in a process of its own (`ROLE=signer`). */
    signer:
      settings.SIGNER_URL && settings.SIGNER_SECRET
        ? { url: settings.SIGNER_URL, secret: settings.SIGNER_SECRET }
        : undefined,
    walletKek: settings.WALLET_KEK ?? embedded.secrets.walletKek,
    minterKey: (settings.MINTER_KEY ?? embedded.secrets.minterKey) as `0x${string}`,
    settlerKey: (settings.SETTLER_KEY ?? embedded.secrets.settlerKey) as `0x${string}`,
    ownerKey: (settings.OWNER_KEY ?? embedded.secrets.ownerKey) as `0x${string}`,
    chains: {
      POLYGON: chainConfig(settings, 'POLYGON', embedded.rpcUrls.POLYGON),
      ETH: chainConfig(settings, 'ETH', embedded.rpcUrls.ETH),
    },
    storage: {
      kind: settings.STORAGE_DRIVER,
      s3: {
        bucket: settings.S3_BUCKET ?? '',
        region: settings.S3_REGION,
        endpoint: settings.S3_ENDPOINT,
        accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
      },
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
      countries: settings.SMS_COUNTRIES.split(',').filter(Boolean),
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
    },
    /** Below it uploads and new payments stop, before the database does. */
    diskMinFreeBytes: settings.DISK_MIN_FREE_MB * 1024 ** 2,
    platformFeeBps: settings.PLATFORM_FEE_BPS,
    listingsNeedApproval: settings.LISTINGS_NEED_APPROVAL,
    earningsHoldDays: settings.EARNINGS_HOLD_DAYS ?? (settings.PAYMENT_PROVIDER === 'sandbox' ? 0 : 7),
    /** A session ends so long after its last use, and so long after its sign-in at the latest. */
    sessions: { idleMs: settings.SESSION_IDLE_DAYS * DAY_MS, maxMs: settings.SESSION_MAX_DAYS * DAY_MS },
    limits: limitsOf(settings, { isOpen: usesOutbox }),
  }
}

function chainConfig(settings: Settings, chain: LiveChain, embeddedUrl: string | undefined) {
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
