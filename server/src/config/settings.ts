import { z } from 'zod'
import { isDatabaseAddress } from './hosts.ts'
import { splitKeys } from './key-strength.ts'
import { limitSettings } from './limit-settings.ts'
import { parseTrustProxy, TRUST_PROXY_RULE } from './trust-proxy.ts'

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
/** `localhost:3000` alone would be an address of the scheme "localhost". */
const webAddress = z.url({ protocol: /^https?$/ })
const url = webAddress.transform((value) => value.replace(/\/+$/, ''))
const socialUrl = z.url({ protocol: /^https$/, error: 'must be an https address' })
const KEY_RULE = 'must have at least 32 characters'
const key = z.string().min(32, KEY_RULE)
/** An empty one of several would be a key that is publicly known. */
const keys = z.string().refine((value) => splitKeys(value).every((each) => each.length >= 32), KEY_RULE)
const SMTP_RULE = 'must be an address like smtps://user:password@mail.example.com'
const HEADERS = /^([\w-]+=([^,\s%]|%[0-9a-fA-F]{2})+(,(?!$)|$))+$/
const HEADERS_RULE = 'must be like name=value,other=value'
const splitCountries = (text: string): string[] =>
  text
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean)
const COUNTRIES_RULE = 'must be country codes like LK,DE'
const countries = z
  .string()
  .transform(splitCountries)
  .refine((codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)), COUNTRIES_RULE)
const databaseUrl = z
  .string()
  .refine(isDatabaseAddress, 'must be an address like postgres://role:password@host:5432/database')

/** The settings as they come from the environment: strings, checked one by one (docs/rules.md R104). */
export const settingsSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  BRAND: z.string().min(1).max(40).default('Verso'),
  ROLE: z.enum(['all', 'api', 'worker', 'signer']).default('all'),
  PORT: port.default(3000),
  ADMIN_PORT: port.default(3001),
  MEDIA_PORT: port.default(3002),
  PAY_PORT: port.default(3003),
  SIGNER_PORT: port.default(3004),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().regex(HEADERS, HEADERS_RULE).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SIGNER_URL: url.optional(),
  SIGNER_SECRET: key.optional(),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(600).optional(),
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
  /** Off for a pooler that keeps no prepared statements. */
  DATABASE_PREPARE: flag.default(true),
  /** PostgreSQL itself, where DATABASE_URL is a pooler by transactions. */
  DATABASE_LISTEN_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(4).max(500).default(20),
  DATABASE_READ_URL: databaseUrl.optional(),
  POLYGON_RPC_URL: webAddress.optional(),
  ETH_RPC_URL: webAddress.optional(),
  POLYGON_PUBLIC_RPC_URL: webAddress.optional(),
  ETH_PUBLIC_RPC_URL: webAddress.optional(),
  POLYGON_CONTRACT: address.optional(),
  ETH_CONTRACT: address.optional(),
  /** Solana: offered where this is set, and beside embedded chains. */
  SOL_RPC_URL: webAddress.optional(),
  SOL_COLLECTION: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be the address of a mint, in base58')
    .optional(),
  SECRET_KEY: keys.optional(),
  WALLET_KEK: key.optional(),
  BACKUP_KEY: key.optional(),
  MINTER_KEY: privateKey.optional(),
  SETTLER_KEY: privateKey.optional(),
  OWNER_KEY: privateKey.optional(),
  GUARDIAN_KEY: privateKey.optional(),
  STORAGE_DRIVER: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IPFS_DRIVER: z.enum(['embedded', 'kubo', 'pinning']).default('embedded'),
  IPFS_API_URL: webAddress.optional(),
  IPFS_TOKEN: z.string().optional(),
  MAIL_DRIVER: z.enum(['outbox', 'smtp']).default('outbox'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//i, SMTP_RULE)
    .optional(),
  MAIL_FROM: z.string().default('Verso <no-reply@localhost>'),
  SMS_DRIVER: z.enum(['outbox', 'twilio']).default('outbox'),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: webAddress.default('https://api.twilio.com'),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe', 'wert']).default('sandbox'),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: webAddress.default('https://api.stripe.com'),
  WERT_PARTNER_ID: z.string().optional(),
  WERT_API_KEY: z.string().optional(),
  WERT_API_URL: webAddress.default('https://partner.wert.io'),
  WERT_ORIGIN: webAddress.default('https://widget.wert.io'),
  WERT_RECEIVER: address.optional(),
  SMS_COUNTRIES: countries.prefault(''),
  PLATFORM_FEE_BPS: z.coerce.number().int().min(0).max(10_000).default(250),
  LISTINGS_NEED_APPROVAL: flag.default(false),
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(3_650).default(180),
  ...limitSettings,
  /** The product's pages on other sites; unset: not named in the footer. */
  SOCIAL_X_URL: socialUrl.optional(),
  SOCIAL_INSTAGRAM_URL: socialUrl.optional(),
  SOCIAL_DISCORD_URL: socialUrl.optional(),
  UPLOADS_UNUSED_MAX_FILES: z.coerce.number().int().min(1).default(300),
  UPLOADS_UNUSED_MAX_MB: z.coerce.number().int().min(1).default(2_048),
  UPLOADS_UNUSED_DAYS: z.coerce.number().int().min(1).default(7),
  DISK_MIN_FREE_MB: z.coerce.number().int().min(0).default(512),
  EVENTS_KEPT_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  MESSAGES_KEPT_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Longer than any bank's time for a chargeback, which is at most 13 months with all its steps. */
  PAYMENT_EVENTS_KEPT_DAYS: z.coerce.number().int().min(400).max(3_650).default(400),
  /** Five years are kept by the database itself (`delete_audit_lines`). */
  AUDIT_KEPT_DAYS: z.coerce.number().int().min(1_825).max(36_500).default(3_650),
  EARNINGS_HOLD_DAYS: z.coerce.number().int().min(0).max(365).optional(),
})
export type Settings = z.output<typeof settingsSchema>
