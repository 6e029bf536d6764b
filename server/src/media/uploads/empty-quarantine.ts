import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from '../../clock.ts'
import type { Context, Sweep } from '../../context.ts'
import { quarantineFolder } from '../files/quarantine-folder.ts'

const ABANDONED_AFTER_MS = 3_600_000

/** Uploads that a crash left behind. Every process runs it: on its machine may be no other that has this folder. */
export const quarantineSweep: Sweep = { name: 'empty-quarantine', everyMs: 600_000, run: emptyQuarantine }

async function emptyQuarantine(ctx: Context): Promise<void> {
  const folder = quarantineFolder(ctx)
  const names = await readdir(folder).catch(() => [])
  const oldest = after(ctx.clock.now(), -ABANDONED_AFTER_MS)
  for (const name of names) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && info.mtime < oldest) await rm(path, { force: true })
  }
}
