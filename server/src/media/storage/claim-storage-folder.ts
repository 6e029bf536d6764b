import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { StartupError } from '../../errors/startup-error.ts'

const KEY = 'storageFolder'

/**
 * Members' files in a folder are there for one machine. The first start records the folder's own id in the database, and a
 * process with another folder is refused, before it keeps uploads where the others do not find them.
 * @throws StartupError
 */
export async function claimStorageFolder(ctx: Pick<Context, 'config' | 'db' | 'clock'>): Promise<void> {
  if (ctx.config.storage.kind !== 'disk') return
  const id = readOrMakeId(ctx.config.dataDir)
  await ctx.db
    .insertInto('settings')
    .values({ key: KEY, value: JSON.stringify(id), updated_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await assertStorageFolder(ctx)
}

/** The same for a command, without recording the folder. */
export async function assertStorageFolder(ctx: Pick<Context, 'config' | 'db'>): Promise<void> {
  if (ctx.config.storage.kind !== 'disk') return
  const row = await ctx.db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst()
  if (!row || row.value === readOrMakeId(ctx.config.dataDir)) return
  throw new StartupError(
    `With STORAGE_DRIVER=disk the files of this database are in one folder, and ${join(ctx.config.dataDir, 'files')} is another. ` +
      'Start with the DATA_DIR of the first process (shared between machines), or use STORAGE_DRIVER=s3. docs/operations/storage.md tells what to do when the folder is lost.',
  )
}

function readOrMakeId(dataDir: string): string {
  const folder = join(dataDir, 'files')
  const file = join(folder, 'folder-id')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomUUID(), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
