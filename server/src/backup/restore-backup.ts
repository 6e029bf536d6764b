import type { Config } from '../config/config.ts'
import { connectClient } from '../db/connect-client.ts'
import { applyWithin, isEmptyDatabase } from '../db/migrate.ts'
import { listMigrations } from '../db/schema-version.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { Storage } from '../gateways/storage/storage.ts'
import { deriveKek, kekCheck } from '../seal.ts'
import { endWhatWasOpen } from './end-what-was-open.ts'
import { loadDatabase } from './load-database.ts'
import { secretKeyCheck } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupAccess } from './parts.ts'
import { DamagedPart } from './sealed-stream.ts'
import { restoreFiles } from './unpack-files.ts'

export type RestoreTarget = {
  config: Config
  storage: Storage
  clock: { now(): Date }
  /** Secrets that are sealed under an old SECRET_KEY are given up. */
  isWithoutOldKeys?: boolean
}

/**
 * Files first, then the database in one transaction: after any failure the database is as empty as before, and never has a
 * row without its file.
 * @throws StartupError
 */
export async function restoreBackup(access: BackupAccess, manifest: Manifest, target: RestoreTarget): Promise<void> {
  const { config, storage, clock, isWithoutOldKeys = false } = target
  const { ownerUrl } = config.database
  assertKeys(manifest, config)
  if (!isWithoutOldKeys) assertOldKeys(manifest, config)
  await assertNothingIsMissing(access, manifest)
  if (!(await isEmptyDatabase(ownerUrl)))
    throw new StartupError(
      'The database is not empty. A backup is restored into a new one: make one (docs/operations/backup.md) and point DATABASE_URL and MIGRATION_DATABASE_URL to it.',
    )
  await refuseDamage(manifest, () => restoreFiles(access, manifest, storage))
  const client = await connectClient(ownerUrl, { statementTimeoutMs: 0 })
  try {
    await client.query('set idle_in_transaction_session_timeout = 0; begin')
    await applyWithin(client, manifest.migrations)
    await refuseDamage(manifest, () => loadDatabase(access, client, manifest))
    await endWhatWasOpen(client, { origin: manifest, now: clock.now() })
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** @throws StartupError for a backup of a newer version, before anything is started or written */
export async function assertVersionIsKnown({ id, migrations }: Manifest): Promise<void> {
  const known = await listMigrations()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new StartupError(
      `The backup ${id} was made by a newer version of Verso: it has had ${unknown.join(', ')}, which this version does not know. Use that version.`,
    )
}

function assertKeys({ walletKekCheck, secretKeyCheck: check }: Manifest, config: Config): void {
  const opensSeed = kekCheck(deriveKek(config.walletKek)).toString('hex') === walletKekCheck
  // With a signer of its own process that one has the seed's key.
  if (walletKekCheck && !config.signer && !opensSeed)
    throw new StartupError(
      'WALLET_KEK is not the key that the wallets of this backup are encrypted with. Set the right one.',
    )
  if (!config.secretKeys.some((key) => secretKeyCheck(key) === check))
    throw new StartupError(
      'SECRET_KEY is not the one of this backup: without it no member could use an authenticator app. Set the right one; a new one may stand before it, as in SECRET_KEY=new,old.',
    )
}

/** Replacing SECRET_KEY does not seal anew: secrets sealed under an old key need that key. */
function assertOldKeys({ secretKeyChecks = [] }: Manifest, { secretKeys }: Config): void {
  const given = new Set(secretKeys.map(secretKeyCheck))
  const missing = secretKeyChecks.flatMap((check, index) =>
    given.has(check) ? [] : [`SECRET_KEY (part ${index + 1})`],
  )
  if (missing.length > 0)
    throw new StartupError(
      `${missing.join(', ')} of this backup is missing: the authenticator apps and webhooks' secrets that are sealed under it could not be used. Set all keys that SECRET_KEY had, as in SECRET_KEY=new,old. Where it is lost, add \`--without-old-keys\`.`,
    )
}

async function assertNothingIsMissing({ target }: BackupAccess, manifest: Manifest): Promise<void> {
  const parts = [...manifest.tables.map(({ part }) => part), manifest.files.index, ...manifest.packs]
  const problems: string[] = []
  for (const { name, bytes } of parts) {
    const size = await target.size(name)
    if (size !== bytes)
      problems.push(size === undefined ? `${name} is missing` : `${name} has ${size} bytes instead of ${bytes}`)
  }
  if (problems.length > 0) throw isDamaged(manifest, problems.join('\n  '))
}

async function refuseDamage(manifest: Manifest, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw error instanceof DamagedPart ? isDamaged(manifest, error.message) : error
  }
}

const isDamaged = ({ id }: Manifest, what: string): StartupError =>
  new StartupError(`The backup ${id} is damaged, and the database was left as it was:\n  ${what}`)
