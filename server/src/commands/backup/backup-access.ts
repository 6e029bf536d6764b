import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openTarget } from '../../backup/backup-target.ts'
import type { BackupAccess } from '../../backup/parts.ts'
import { deriveBackupKey } from '../../backup/sealed-stream.ts'
import { systemRandom } from '../../clock.ts'
import { s3Config } from '../../config/config.ts'
import type { Settings } from '../../config/settings.ts'
import { writeFileAtomically } from '../../embedded/write-file-atomically.ts'
import { StartupError } from '../../errors/startup-error.ts'

const OWN_KEY_BYTES = 32

type Place = { place: string; id: string | undefined; isWithoutOldKeys: boolean }

/** The place of the backups, by the option of this name, `--id` of one of them, and whether its restore may go without old keys. */
export function readPlace(option: 'to' | 'from'): Place {
  const { values } = parseArgs({
    options: { [option]: { type: 'string' }, id: { type: 'string' }, 'without-old-keys': { type: 'boolean' } },
  })
  const place = values[option]
  if (typeof place !== 'string' || place === '')
    throw new StartupError(`Where are the backups? Add \`-- --${option} FOLDER\` or \`s3://bucket/folder\`.`)
  const id = typeof values.id === 'string' ? values.id : undefined
  return { place, id, isWithoutOldKeys: values['without-old-keys'] === true }
}

/** @throws StartupError without a key */
export async function openAccess(
  settings: Settings,
  place: string,
  { makesKey = false }: { makesKey?: boolean } = {},
): Promise<BackupAccess> {
  const key = settings.BACKUP_KEY ?? findOwnKey(settings, { makesKey })
  if (!key)
    throw new StartupError(
      `BACKUP_KEY is missing: the key that backups are encrypted with. ${settings.DATABASE_URL ? MAKE : ownKeyIsMissing(settings)}`,
    )
  return { target: await openTarget(place, s3Config(settings)), key: deriveBackupKey(key), random: systemRandom }
}

const MAKE = 'Make one with `openssl rand -hex 32` and keep it apart from them: without it nobody can read them.'
const pathOfOwnKey = ({ DATA_DIR }: Settings): string => join(DATA_DIR, 'backup.key')
const ownKeyIsMissing = (settings: Settings): string =>
  `Set it, or copy the file of the folder that was backed up to ${pathOfOwnKey(settings)}.`

/** With the embedded defaults, for which nothing is configured, the first backup makes a key in DATA_DIR. */
function findOwnKey(settings: Settings, { makesKey }: { makesKey: boolean }): string | undefined {
  if (settings.DATABASE_URL) return undefined
  const path = pathOfOwnKey(settings)
  if (!existsSync(path) && makesKey) {
    writeFileAtomically(path, `${systemRandom.bytes(OWN_KEY_BYTES).toString('hex')}\n`)
    process.stdout.write(
      `  A key for backups was made: ${path}. Copy it to another place: without it nobody can read them.\n`,
    )
  }
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}
