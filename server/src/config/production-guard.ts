import { EVM_CHAINS } from '@verso/protocol/chains'
import type { Settings } from './settings.ts'
import { findRemoteHost, isLoopbackHost } from './hosts.ts'
import { findKeyProblems } from './key-problems.ts'

/** Origins of the product that members' browsers see. */
const ORIGINS = ['PUBLIC_URL', 'ADMIN_URL', 'MEDIA_URL', 'PAY_URL'] as const
/** An address outside this machine in one of these is a server for others, or one with real data or money behind it. */
const TELLING_URLS = [
  ...ORIGINS,
  'SIGNER_URL',
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'MIGRATION_DATABASE_URL',
  'POLYGON_RPC_URL',
  'ETH_RPC_URL',
  'SOL_RPC_URL',
  'POLYGON_PUBLIC_RPC_URL',
  'ETH_PUBLIC_RPC_URL',
] as const

/** The reason why this is production, in words for the operator; undefined: development or a test. */
export function toldProductionBy(settings: Settings): string | undefined {
  if (settings.NODE_ENV === 'production') return 'NODE_ENV=production'
  if (!isLoopbackHost(settings.BIND_HOST)) return `BIND_HOST=${settings.BIND_HOST} is reached from other machines`
  for (const name of TELLING_URLS) {
    const host = settings[name] === undefined ? undefined : findRemoteHost(settings[name])
    // The host alone: an address may carry a password or a key.
    if (host !== undefined) return `${name} names another machine, ${host}`
  }
  return undefined
}

/** A command that works as the database's owner. */
type Needs = { isOwner: boolean }

/** The settings that a production server refuses to start with: those meant for development, and keys or addresses that are not safe. */
export function findProductionProblems(settings: Settings, needs: Needs): string[] {
  const told = toldProductionBy(settings)
  if (!told) return []
  const problems =
    settings.ROLE === 'signer'
      ? // It answers one question with its own look at the database; startSigner names what it needs.
        findKeyProblems(settings)
      : [
          ...findConveniences(settings),
          ...findMissing(settings, needs),
          ...findOriginProblems(settings),
          ...findKeyProblems(settings),
          ...findRoleProblems(settings),
        ]
  return problems.length > 0 ? [`this is production (${told}), where`, ...problems.map((line) => `  ${line}`)] : []
}

function findConveniences(settings: Settings): string[] {
  const problems: string[] = []
  if (settings.DEMO_CONTENT) problems.push('DEMO_CONTENT=1 is not allowed: its logins are known to everybody')
  if (settings.ALLOW_SANDBOX) return problems
  const staging = '(ALLOW_SANDBOX=1 allows it for staging)'
  if (settings.PAYMENT_PROVIDER === 'sandbox')
    problems.push(`PAYMENT_PROVIDER=sandbox takes no real money: choose stripe or wert ${staging}`)
  if (settings.MAIL_DRIVER === 'outbox') problems.push(`MAIL_DRIVER=outbox sends nothing: choose smtp ${staging}`)
  if (settings.SMS_DRIVER === 'outbox') problems.push(`SMS_DRIVER=outbox sends nothing: choose twilio ${staging}`)
  return problems
}

const DATABASES = ['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const
const NEEDED = ['DATABASE_URL', 'SECRET_KEY', 'WALLET_KEK', 'PUBLIC_URL', 'ADMIN_URL', 'MEDIA_URL'] as const
/** The process that sends to the chains signs with them: a worker, which is not reached from outside. */
const PLATFORM_KEYS = ['MINTER_KEY', 'SETTLER_KEY'] as const

function findMissing(settings: Settings, { isOwner }: Needs): string[] {
  const needed = [
    ...NEEDED,
    ...(isOwner ? (['MIGRATION_DATABASE_URL'] as const) : []),
    ...(settings.ROLE === 'api' ? [] : PLATFORM_KEYS),
    ...EVM_CHAINS.flatMap((chain) => [`${chain}_RPC_URL`, `${chain}_CONTRACT`] as const),
  ]
  const missing = needed.filter((name) => !settings[name]).map((name) => `${name} is missing`)
  // Stripe's form is a page of ours; derived from the request's host it would be at a port that no TLS stands before.
  if (settings.PAYMENT_PROVIDER === 'stripe' && !settings.PAY_URL) missing.push('PAYMENT_PROVIDER=stripe needs PAY_URL')
  // The process that answers requests starts the sandbox, in a schema of the owner's.
  const hasSandbox = settings.PAYMENT_PROVIDER === 'sandbox' && settings.ROLE !== 'worker'
  if (hasSandbox && !settings.MIGRATION_DATABASE_URL)
    missing.push('PAYMENT_PROVIDER=sandbox needs MIGRATION_DATABASE_URL')
  return missing
}

/** Origins keep members' files, the admin area and a payment page from reading the marketplace's sign-ins. */
function findOriginProblems(settings: Settings): string[] {
  const given = ORIGINS.flatMap((name) => (settings[name] ? [{ name, url: new URL(settings[name]) }] : []))
  const problems = given.flatMap(({ name, url }) => {
    if (url.protocol !== 'https:') return [`${name} must be https`]
    const isOrigin = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
    return isOrigin ? [] : [`${name} must be an origin alone, like https://example.com`]
  })
  for (const [index, { name, url }] of given.entries()) {
    const same = given.slice(0, index).find((other) => other.url.origin === url.origin)
    if (same) problems.push(`${same.name} and ${name} are the same: each needs an origin of its own`)
  }
  return problems
}

/** The problems of the settings that `npm run db:migrate` needs. */
export const findDatabaseProblems = (settings: Settings): string[] => [
  ...DATABASES.filter((name) => !settings[name]).map((name) => `${name} is missing`),
  ...findRoleProblems(settings),
]

/** The application's role has no right to change the ledger only while it is not the owner's. */
function findRoleProblems({ DATABASE_URL, MIGRATION_DATABASE_URL }: Settings): string[] {
  if (!DATABASE_URL || !MIGRATION_DATABASE_URL) return []
  const [app, owner] = [roleOf(new URL(DATABASE_URL)), roleOf(new URL(MIGRATION_DATABASE_URL))]
  if (!app || !owner) return ['DATABASE_URL and MIGRATION_DATABASE_URL must each name their role']
  if (app !== owner) return []
  return [
    `DATABASE_URL and MIGRATION_DATABASE_URL have the same role, ${app}: two are needed, the application's and the owner's`,
  ]
}

/** As the driver reads it: a parameter has the last word (pg-connection-string). */
export const roleOf = ({ username, searchParams }: URL): string =>
  searchParams.get('user') ?? decodeURIComponent(username)
