import { parseArgs } from 'node:util'
import { openFolderTarget } from '../../backup/backup-target.ts'
import type { BackupAccess } from '../../backup/parts.ts'
import { deriveBackupKey } from '../../backup/sealed-stream.ts'
import { systemRandom } from '../../clock.ts'
import type { Settings } from '../../config/settings.ts'
import { StartupError } from '../../errors/startup-error.ts'

/** Where the backups are, by the option of this name, and `--id` of one of them. */
export function readPlace(option: 'to' | 'from'): { place: string; id: string | undefined } {
  const { values } = parseArgs({ options: { [option]: { type: 'string' }, id: { type: 'string' } } })
  const place = values[option]
  if (typeof place !== 'string' || place === '')
    throw new StartupError(`Where are the backups? Add \`-- --${option} FOLDER\`.`)
  return { place, id: typeof values.id === 'string' ? values.id : undefined }
}

export function openAccess({ BACKUP_KEY }: Settings, place: string): BackupAccess {
  if (!BACKUP_KEY)
    throw new StartupError(
      'BACKUP_KEY is missing: the key that backups are encrypted with. Make one with `openssl rand -hex 32` and keep it apart from them: without it nobody can read them.',
    )
  return { target: openFolderTarget(place), key: deriveBackupKey(BACKUP_KEY), random: systemRandom }
}
