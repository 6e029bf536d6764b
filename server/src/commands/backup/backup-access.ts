import { parseArgs } from 'node:util'
import { openTarget } from '../../backup/backup-target.ts'
import type { BackupAccess } from '../../backup/parts.ts'
import { deriveBackupKey } from '../../backup/sealed-stream.ts'
import { systemRandom } from '../../clock.ts'
import { s3Config } from '../../config/config.ts'
import type { Settings } from '../../config/settings.ts'
import { StartupError } from '../../errors/startup-error.ts'

/** Where the backups are, by the option of this name, and `--id` of one of them. */
export function readPlace(option: 'to' | 'from'): { place: string; id: string | undefined } {
  const { values } = parseArgs({ options: { [option]: { type: 'string' }, id: { type: 'string' } } })
  const place = values[option]
  if (typeof place !== 'string' || place === '')
    throw new StartupError(`Where are the backups? Add \`-- --${option} FOLDER\` or \`s3://bucket/folder\`.`)
  return { place, id: typeof values.id === 'string' ? values.id : undefined }
}

export async function openAccess(settings: Settings, place: string): Promise<BackupAccess> {
  const { BACKUP_KEY } = settings
  if (!BACKUP_KEY)
    throw new StartupError(
      'BACKUP_KEY is missing: the key that backups are encrypted with. Make one with `openssl rand -hex 32` and keep it apart from them: without it nobody can read them.',
    )
  return { target: await openTarget(place, s3Config(settings)), key: deriveBackupKey(BACKUP_KEY), random: systemRandom }
}
