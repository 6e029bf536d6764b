import { restoreDataFolder } from '../../backup/data-folder-part.ts'
import { findManifest, type Manifest } from '../../backup/manifest.ts'
import type { BackupAccess } from '../../backup/parts.ts'
import { assertVersionIsKnown, restoreBackup } from '../../backup/restore-backup.ts'
import { systemClock } from '../../clock.ts'
import type { Settings } from '../../config/settings.ts'
import { openDatabase } from '../../db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../../db/open-pool.ts'
import { openSandboxStore } from '../../embedded/sandbox/store.ts'
import { writeFileAtomically } from '../../embedded/write-file-atomically.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { createStorage } from '../../gateways/storage/create-storage.ts'
import { prepareDatabase } from '../../jobs/prepare-database.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { createLogger } from '../../logger.ts'
import { JOBS } from '../../worker.ts'
import { runOnServices, type Services } from '../run-command.ts'
import { openAccess, readPlace } from './backup-access.ts'
import { describeBackup } from './describe-backup.ts'

let access: BackupAccess
let manifest: Manifest

/** `npm run restore -- --from FOLDER`: the newest backup, or that of `--id`, into an empty database. */
await runOnServices(restore, { isAlone: true, isOwner: true, prepare })

async function prepare(settings: Settings): Promise<void> {
  const { place, id } = readPlace('from')
  access = await openAccess(settings, place)
  manifest = await findManifest(access, id)
  await assertVersionIsKnown(manifest)
  if (settings.DATABASE_URL !== undefined || !manifest.dataFolder) return
  await restoreDataFolder(access, manifest.dataFolder, { dataDir: settings.DATA_DIR, write: writeFileAtomically })
}

async function restore({ config, say }: Services): Promise<void> {
  const { ownerUrl, appRole } = config.database
  const startedAtMs = performance.now()
  const log = createLogger(config.logLevel)
  if (manifest.tables.some(({ schema }) => schema === 'sandbox'))
    await (await openSandboxStore(ownerUrl, log)).destroy()
  const { isWithoutOldKeys } = readPlace('from')
  const storage = await createStorage(config)
  await restoreBackup(access, manifest, { config, storage, clock: systemClock, isWithoutOldKeys })
  // From here on it is a database like any other, which this version's code works with.
  await prepareDatabase({ ownerUrl, appRole }, JOBS)
  const db = openDatabase(ownerUrl, log, { maxConnections: 1, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
  const problems = await checkLedger(db).finally(() => db.destroy())
  if (problems.length > 0)
    throw new StartupError(
      `The backup was restored, and its books are not right: ${problems.map(({ check }) => check).join('; ')}. Run \`npm run doctor\`.`,
    )
  say(describeBackup(manifest))
  say(`  Restored in ${Math.round((performance.now() - startedAtMs) / 1000)} s; its books are right.`)
  say('  Start the product: buying is stopped. docs/operations/backup.md says what happens next.')
}
