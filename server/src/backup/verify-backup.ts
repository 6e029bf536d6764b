import { StartupError } from '../errors/startup-error.ts'
import type { Manifest } from './manifest.ts'
import { type BackupAccess, decompress, readPart } from './parts.ts'
import { DamagedPart } from './sealed-stream.ts'
import { drain, groupByPack, unpack } from './unpack-files.ts'

const NEWLINE = 0x0a

/**
 * Reads all of a backup as a restore would, and writes nothing.
 * @throws StartupError that names every part that is missing or damaged
 */
export async function verifyBackup(access: BackupAccess, manifest: Manifest): Promise<void> {
  const damage: string[] = []
  const check = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DamagedPart)) throw error
      damage.push(error.message)
    }
  }
  for (const table of manifest.tables)
    await check(async () => {
      const rows = await countRows(decompress(readPart(access, table.part)))
      if (rows !== table.rows) throw new DamagedPart(`${table.part.name} has ${rows} rows instead of ${table.rows}`)
    })
  await check(async () => {
    const byPack = await groupByPack(access, manifest.files.index)
    for (const pack of manifest.packs)
      await check(() => unpack(access, { pack, entries: byPack.get(pack.name) ?? [] }, (_, body) => drain(body)))
  })
  const { dataFolder } = manifest
  if (dataFolder) await check(() => drain(decompress(readPart(access, dataFolder))))
  if (damage.length > 0)
    throw new StartupError(`The backup ${manifest.id} in ${access.target.place} is damaged:\n  ${damage.join('\n  ')}`)
}

/** In what `copy` writes a newline ends a row; those within values are written otherwise. */
async function countRows(source: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0
  for await (const bytes of source)
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}
