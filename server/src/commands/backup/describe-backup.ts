import type { Manifest } from '../../backup/manifest.ts'

const SHOWN = 20
const count = (value: number): string => value.toLocaleString('en')
const megabytes = (bytes: number): string => `${count(Math.ceil(bytes / 1024 ** 2))} MB`

export function describeBackup({ id, tables, files, migrations }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `  Backup ${id}: ${count(rows)} rows of ${tables.length} tables, ${count(files.count)} files with ${megabytes(files.bytes)}, schema ${migrations.at(-1)}`,
  ]
  if (files.missing.length > 0)
    lines.push(
      `  ! ${count(files.missing.length)} files are in the database and not in the store: ${files.missing.slice(0, SHOWN).join(', ')}`,
    )
  return lines.join('\n')
}
