import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '../../context.ts'
import { quarantineFolder } from '../../media/files/quarantine-folder.ts'

/** A file of the folder `media`. */
export const mediaUrl = (name: string): URL => new URL(`./media/${name}`, import.meta.url)

/** A picture of the folder as PNG, which members upload too, in a file that is gone after `work`. */
export async function withPicture<T>(ctx: Context, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const pngPath = join(quarantineFolder(ctx), `${ctx.random.id()}.png`)
  await mkdir(quarantineFolder(ctx), { recursive: true })
  try {
    await ctx.media.run('unpackPicture', { path: fileURLToPath(mediaUrl(name)), pngPath })
    return await work(pngPath)
  } finally {
    await rm(pngPath, { force: true })
  }
}
