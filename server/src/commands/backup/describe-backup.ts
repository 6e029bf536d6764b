import type { Manifest } from '../../backup/manifest.ts'
import { StartupError } from '../../errors/startup-error.ts'

const SHOWN = 20
const count = (value: number): string => value.toLocaleString('en')
const megabytes = (bytes: number): string => `${count(Math.ceil(bytes / 1024 ** 2))} MB`

export function describeBackup({ id, tables, files, migrations }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `  Backup ${id}: ${count(rows)} rows of ${tables.length} tables, ${count(files.count)} files with ${megabytes(files.bytes)}, schema ${migrations.at(-1)}`
}

/**
 * The missing files would not be there after a restore: a script that reads the exit code alone has to hear of it.
 * @throws StartupError
 */
export function assertNoFileMissing({ id, files: { missing } }: Manifest): void {
  if (missing.length === 0) return
  const shown = missing.slice(0, SHOWN).join(', ')
  const files = missing.length === 1 ? 'A file is' : `${count(missing.length)} files are`
  throw new StartupError(
    `${files} in the database and not in the store, so not in the backup ${id} either: ${shown}${missing.length > SHOWN ? ', …' : ''}. Bring them back to the store from an earlier backup. All else is in it.`,
  )
}
