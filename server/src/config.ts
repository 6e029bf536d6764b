import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'
import { z } from 'zod'
import { parseTrustProxy, TRUST_PROXY_RULE } from './http/trust-proxy.ts'
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

/** contract.md → Settings, as they come: strings, checked one by one. */
const settingsSchema = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  BRAND: z.string().min(1).max(40).default('Verso'),
  ROLE: z.enum(['all', 'api', 'worker', 'signer']).default('all'),
  PORT: port.default(3000),
  ADMIN_PORT: port.default(3001),
  MEDIA_PORT: port.default(3002),
  PAY_PORT: port.default(3003),
  SIGNER_PORT: port.default(3004),
  SIGNER_URL: url.optional(),
  SIGNER_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  BIND_HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: url.optional(),
  ADMIN_URL: url.optional(),
  MEDIA_URL: url.optional(),
  PAY_URL: url.optional(),
  TRUST_PROXY: trustProxy.prefault('0'),
  DEMO_CONTENT: flag.optional(),
  DATABASE_URL: z.string().min(1).optional(),
  MIGRATION_DATABASE_URL: z.string().min(1).optional(),
  DATABASE_READ_URL: z.string().min(1).optional(),
  POLYGON_RPC_URL: z.url().optional(),
  ETH_RPC_URL: z.url().optional(),
  POLYGON_PUBLIC_RPC_URL: z.url().optional(),
  ETH_PUBLIC_RPC_URL: z.url().optional(),
  POLYGON_CONTRACT: address.optional(),
  ETH_CONTRACT: address.optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  WALLET_KEK: z.string().min(32, 'must have at least 32 characters').optional(),
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
  EARNINGS_HOLD_DAYS: z.coerce.number().int().min(0).max(365).optional(),
})
export type Settings = z.output<typeof settingsSchema>

const REQUIRED_WITH: [keyof Settings, string, (keyof Settings)[]][] = [
  ['STORAGE_DRIVER', 's3', ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ['IPFS_DRIVER', 'kubo', ['IPFS_API_URL']],
  ['IPFS_DRIVER', 'pinning', ['IPFS_API_URL', 'IPFS_TOKEN']],
  ['MAIL_DRIVER', 'smtp', ['SMTP_URL']],
  ['SMS_DRIVER', 'twilio', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  ['PAYMENT_PROVIDER', 'stripe', ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']],
  ['PAYMENT_PROVIDER', 'wert', ['WERT_PARTNER_ID', 'WERT_API_KEY', 'WERT_RECEIVER']],
]
/** What is said of a setting whose schema has no message of its own. */
function settingMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'must be an address like https://example.com'
  if (issue.code === 'invalid_type') return `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  return 'is not valid'
}

const DAY_MS = 24 * 3_600_000
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * The only reader of the environment. Every wrong setting is named in one message.
 * @throws StartupError
 */
export function readSettings(env: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = settingsSchema.safeParse(given, { error: settingMessage })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartupError(`These settings are wrong:\n  ${lines.join('\n  ')}`)
  }
  const problems = [...missingSettings(parsed.data), ...unsafeSettings(parsed.data)]
  if (problems.length > 0) throw new StartupError(`Verso cannot start like this:\n  ${problems.join('\n  ')}`)
  return parsed.data
}

/** Unset: info in production, warn where a person reads the terminal. */
export const logLevelOf = (settings: Settings) =>
  settings.LOG_LEVEL ?? (settings.NODE_ENV === 'production' ? 'info' : 'warn')

function missingSettings(settings: Settings): string[] {
  return REQUIRED_WITH.flatMap(([setting, value, needed]) =>
    settings[setting] === value
      ? needed.filter((name) => !settings[name]).map((name) => `${setting}=${value} needs ${name}`)
      : [],
  )
}

/** decisions.md → Operations: what a public or production server refuses to start with. */
function unsafeSettings(settings: Settings): string[] {
  const problems: string[] = []
  if (settings.SIGNER_URL && !settings.SIGNER_SECRET) problems.push('SIGNER_URL needs SIGNER_SECRET')
  // It answers one question with its own look at the database; startSigner names what it needs.
  if (settings.ROLE === 'signer') return problems
  const isProduction = settings.NODE_ENV === 'production'
  const isDemo = settings.DEMO_CONTENT ?? !isProduction
  const isPublic = !LOOPBACK.has(settings.BIND_HOST)
  if (isPublic && isDemo && !isProduction)
    problems.push(
      `BIND_HOST=${settings.BIND_HOST} is public: set NODE_ENV=production, or a loopback BIND_HOST for demo logins and development pages`,
    )
  if (!isProduction) return problems
  if (settings.DEMO_CONTENT) problems.push('DEMO_CONTENT=1 is not allowed with NODE_ENV=production')
  if (settings.PAYMENT_PROVIDER === 'sandbox')
    problems.push('PAYMENT_PROVIDER=sandbox takes no real money: choose stripe or wert')
  if (settings.MAIL_DRIVER === 'outbox') problems.push('MAIL_DRIVER=outbox sends nothing: choose smtp')
  if (settings.SMS_DRIVER === 'outbox') problems.push('SMS_DRIVER=outbox sends nothing: choose twilio')
  for (const name of [
    'DATABASE_URL',
    'SECRET_KEY',
    'WALLET_KEK',
    'MINTER_KEY',
    'SETTLER_KEY',
    'PUBLIC_URL',
    'ADMIN_URL',
    'MEDIA_URL',
  ] as const) {
    if (!settings[name]) problems.push(`${name} is missing`)
  }
  // Stripe's form is a page of ours; derived from the request's host it would be at a port that no TLS stands before.
  if (settings.PAYMENT_PROVIDER === 'stripe' && !settings.PAY_URL)
    problems.push('PAYMENT_PROVIDER=stripe needs PAY_URL')
  for (const chain of LIVE_CHAINS) {
    for (const name of [`${chain}_RPC_URL`, `${chain}_CONTRACT`] as const)
      if (!settings[name]) problems.push(`${name} is missing`)
  }
  return problems
}

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
  const isProduction = settings.NODE_ENV === 'production'
  const isDevelopment = !isProduction && LOOPBACK.has(settings.BIND_HOST)
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
    host: settings.BIND_HOST,
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
      appRole: settings.MIGRATION_DATABASE_URL ? new URL(appUrl).username : embedded.database?.appRole,
      readUrl: settings.DATABASE_READ_URL,
    },
    secretKeys: (settings.SECRET_KEY ?? embedded.secrets.secretKey).split(',').map((key) => key.trim()),
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
    platformFeeBps: settings.PLATFORM_FEE_BPS,
    listingsNeedApproval: settings.LISTINGS_NEED_APPROVAL,
    earningsHoldDays: settings.EARNINGS_HOLD_DAYS ?? (settings.PAYMENT_PROVIDER === 'sandbox' ? 0 : 7),
    /** A session ends so long after its last use, and so long after its sign-in at the latest. */
    sessions: { idleMs: settings.SESSION_IDLE_DAYS * DAY_MS, maxMs: settings.SESSION_MAX_DAYS * DAY_MS },
    limits: limitsOf(settings, usesOutbox ? OPEN_LIMITS : LIMITS),
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

/** Throttles that are not per account (decisions.md → Accounts): how many per hour. */
const LIMITS = {
  smsPerPhonePerHour: 5,
  smsPerNetworkPerHour: 20,
  smsPerPrefixPerHour: 50,
  smsPerCountryPerDay: 2_000,
  mailsPerAddressPerHour: 5,
  registrationsPerNetworkPerHour: 20,
  passwordFailuresPerAccountAndNetwork: 10,
  /** Over all accounts, in 15 minutes. */
  passwordFailuresPerNetwork: 30,
  /** From all networks that the member has not come from before, in an hour. */
  passwordFailuresPerAccount: 100,
  /** The same for sign-in codes, in a day. */
  codeFailuresPerAccount: 50,
  secondFactorFailures: 10,
  /** Of one member: each asks a contract of their choice. */
  withdrawalChecksPerHour: 30,
  requestsPerMinutePerNetwork: 1_200,
}
export type Limits = typeof LIMITS
/** With the outbox drivers nothing costs money: SMS and network caps are wide open. */
const OPEN_LIMITS: Limits = {
  ...LIMITS,
  smsPerPhonePerHour: 1_000_000,
  smsPerNetworkPerHour: 1_000_000,
  smsPerPrefixPerHour: 1_000_000,
  smsPerCountryPerDay: 1_000_000,
  mailsPerAddressPerHour: 1_000_000,
  registrationsPerNetworkPerHour: 1_000_000,
  passwordFailuresPerNetwork: 1_000_000,
  requestsPerMinutePerNetwork: 1_000_000,
}

/** What the operator sets is in force with every driver. */
const limitsOf = (settings: Settings, limits: Limits): Limits => ({
  ...limits,
  passwordFailuresPerNetwork: settings.PASSWORD_FAILURES_PER_NETWORK ?? limits.passwordFailuresPerNetwork,
  passwordFailuresPerAccount: settings.PASSWORD_FAILURES_PER_ACCOUNT ?? limits.passwordFailuresPerAccount,
  codeFailuresPerAccount: settings.CODE_FAILURES_PER_ACCOUNT ?? limits.codeFailuresPerAccount,
})
