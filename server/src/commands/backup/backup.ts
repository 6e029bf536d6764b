import { makeBackup } from '../../backup/make-backup.ts'
import { systemClock } from '../../clock.ts'
import type { Config } from '../../config/config.ts'
import { openDatabase } from '../../db/client.ts'
import { isEmptyDatabase } from '../../db/migrate.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { createStorage } from '../../gateways/storage/create-storage.ts'
import { createLogger } from '../../logger.ts'
import { assertStorageFolder } from '../../media/storage/claim-storage-folder.ts'
import { runOnServices, type Services } from '../run-command.ts'
import { openAccess, readPlace } from './backup-access.ts'
import { assertNoFileMissing, describeBackup } from './describe-backup.ts'

/** A backup from another DATA_DIR would have none of the files. */
async function assertFolder(config: Config): Promise<void> {
  const db = openDatabase(config.database.ownerUrl, createLogger(config.logLevel), { maxConnections: 1 })
  await assertStorageFolder({ config, db }).finally(() => db.destroy())
}

/** `npm run backup -- --to FOLDER`: database and files, beside the running product. */
await runOnServices(backup, { isOwner: true })

async function backup({ settings, config, say }: Services): Promise<void> {
  const { place } = readPlace('to')
  const access = await openAccess(settings, place, { makesKey: true })
  if (await isEmptyDatabase(config.database.ownerUrl))
    throw new StartupError('The database is empty: there is nothing to back up.')
  await assertFolder(config)
  const startedAtMs = performance.now()
  const manifest = await makeBackup(access, {
    config,
    storage: await createStorage(config),
    clock: systemClock,
    isEmbedded: settings.DATABASE_URL === undefined,
    warn: (text) => say(`  ${text}`),
  })
  say(describeBackup(manifest))
  say(`  Made in ${Math.round((performance.now() - startedAtMs) / 1000)} s, in ${place}.`)
  assertNoFileMissing(manifest)
}
