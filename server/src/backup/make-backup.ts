import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { StartupError } from '../errors/startup-error.ts'
import type { Config } from '../config/config.ts'
import type { Storage } from '../gateways/storage/storage.ts'
import { dumpDatabase, keepBytes, openSnapshot } from './dump-database.ts'
import { writeDataFolder } from './data-folder-part.ts'
import { backupId, listBackups, type Manifest, writeManifest } from './manifest.ts'
import { findEarlier, packFiles } from './pack-files.ts'
import type { BackupAccess } from './parts.ts'

export type BackupSource = {
  config: Config
  storage: Storage
  clock: { now(): Date }
  /** The database and DATA_DIR are the built-in ones: the sandbox's store, its keys and chains belong to the backup. */
  isEmbedded: boolean
  /** Told what the operator should know of the backups beside it. */
  warn?: (text: string) => void
}

/**
 * The database as it was at one moment, then the files that it names: never a row without its file. The manifest is
 * written last, so that a backup is whole or none.
 */
export async function makeBackup(access: BackupAccess, source: BackupSource): Promise<Manifest> {
  const { config, storage, clock, isEmbedded, warn = () => undefined } = source
  const letGo = await keepBytes(config.database.ownerUrl)
  try {
    const earlier = await findEarlier(access, warn)
    const madeAt = clock.now()
    const id = backupId(madeAt)
    if ((await listBackups(access)).includes(id)) throw new StartupError(`There is a backup ${id} already. Try again.`)
    const client = await openSnapshot(config.database.ownerUrl)
    try {
      const schemas = isEmbedded ? ['public', 'sandbox'] : ['public']
      const database = await dumpDatabase(access, client, { folder: id, schemas })
      const manifest = {
        id,
        madeAt: madeAt.toISOString(),
        ...database,
        walletKekCheck: await readKekCheck(client),
        secretKeyCheck: secretKeyCheck(config.secretKeys[0] ?? ''),
        secretKeyChecks: config.secretKeys.map(secretKeyCheck),
        ...(await packFiles(access, client, { storage, id, earlier })),
        dataFolder: isEmbedded ? await writeDataFolder(access, config.dataDir, { id }) : null,
      }
      await writeManifest(access, manifest)
      return { format: 1, ...manifest }
    } finally {
      await client.end()
    }
  } finally {
    await letGo()
  }
}

async function readKekCheck(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ kek_check: Buffer }>('select kek_check from custody_seed')
  return rows[0]?.kek_check.toString('hex') ?? null
}

/** Tells whether a SECRET_KEY is the one, and nothing about it. */
export const secretKeyCheck = (secretKey: string): string =>
  createHmac('sha256', secretKey).update('verso backup').digest('hex')
