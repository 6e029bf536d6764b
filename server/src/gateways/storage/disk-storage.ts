import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from './storage.ts'

/** File bytes in a folder. A key is at its place whole or not at all, also after a power cut. */
export function createDiskStorage(folder: string): Storage {
  const placeOf = (key: string) => {
    if (!/^[\w-][\w./-]*$/.test(key) || key.includes('..')) throw new Error('this is no storage key')
    return join(folder, key.slice(0, 2), key)
  }
  const put: Storage['put'] = async (key, body) => {
    const place = placeOf(key)
    const temporary = join(folder, 'incoming', randomUUID())
    await mkdir(dirname(temporary), { recursive: true })
    try {
      await pipeline(
        Buffer.isBuffer(body) ? Readable.from([body]) : body,
        createWriteStream(temporary, { flush: true }),
      )
      await moveInto(place, temporary)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
  return {
    name: 'disk',
    put,
    putFile: async (key, path, options) => {
      try {
        await sync(path)
        await moveInto(placeOf(key), path)
      } catch (error) {
        // Another disk.
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
        await put(key, createReadStream(path), options)
      }
    },
    get: async (key, range) => {
      const sizeBytes = await sizeOf(placeOf(key))
      return sizeBytes === undefined ? undefined : { body: createReadStream(placeOf(key), range), sizeBytes }
    },
    size: (key) => sizeOf(placeOf(key)),
    delete: (key) => rm(placeOf(key), { force: true }),
    check: async () => void (await mkdir(folder, { recursive: true })),
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A rename survives a power cut once its folder is on the disk. */
async function moveInto(place: string, path: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  await rename(path, place)
  await sync(dirname(place))
}

async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
