import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { StartupError } from '../errors/startup-error.ts'
import { withoutUrlSecrets } from '../errors/without-url-secrets.ts'
import { describeS3 } from '../gateways/storage/describe-s3.ts'

/** The place of backups: objects under names with slashes. */
export type BackupTarget = {
  /** As the operator named it. */
  place: string
  /** Whole under its name, or not at all. */
  put(name: string, body: Readable): Promise<void>
  /** @returns undefined when there is no such part */
  get(name: string): Promise<Readable | undefined>
  size(name: string): Promise<number | undefined>
  /** The names directly under a folder; none where it is not there. */
  list(folder: string): Promise<string[]>
}

export function openFolderTarget(folder: string): BackupTarget {
  const root = resolve(folder)
  const pathOf = (name: string) => join(root, name)
  return {
    place: folder,
    put: async (name, body) => {
      const unfinished = `${pathOf(name)}.unfinished`
      await mkdir(dirname(unfinished), { recursive: true, mode: 0o700 })
      try {
        await pipeline(body, createWriteStream(unfinished, { flush: true, mode: 0o600 }))
        await rename(unfinished, pathOf(name))
        await sync(dirname(unfinished))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    get: async (name) =>
      existsSync(pathOf(name)) ? createReadStream(pathOf(name), { highWaterMark: 1 << 20 }) : undefined,
    size: async (name) => orNone(stat(pathOf(name)).then(({ size }) => size)),
    list: async (name) => (await orNone(readdir(pathOf(name)))) ?? [],
  }
}

async function orNone<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const S3_PLACE = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/

/**
 * A folder, or `s3://bucket/prefix` at the endpoint and with the credentials of the S3_* settings.
 * @throws StartupError
 */
export async function openTarget(place: string, s3: Config['storage']['s3']): Promise<BackupTarget> {
  if (!place.startsWith('s3:')) return explainFailures(openFolderTarget(place))
  const [, bucket, folder] = S3_PLACE.exec(place) ?? []
  if (!bucket) throw new StartupError(`${place} names no bucket: write s3://bucket/folder.`)
  if (!s3.accessKeyId || !s3.secretAccessKey)
    throw new StartupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing: the credentials of the bucket.')
  const { createS3Storage, listS3Names } = await import('../gateways/storage/s3-storage.ts')
  const settings = { ...s3, bucket }
  const storage = createS3Storage(settings)
  const prefix = folder ? `${folder}/` : ''
  return explainFailures({
    place,
    put: (name, body) => storage.put(prefix + name, body, { mime: 'application/octet-stream' }),
    get: async (name) => (await storage.get(prefix + name))?.body,
    size: (name) => storage.size(prefix + name),
    list: (name) => listS3Names(settings, name ? `${prefix}${name}/` : prefix),
  })
}

/** A place that cannot be used is named, with why: its errors look like those of the database and of the members' files. */
function explainFailures(target: BackupTarget): BackupTarget {
  const explain = (error: unknown) => explained(target.place, error)
  const orExplain = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw explain(error)
    })
  return {
    place: target.place,
    put: async (name, body) => {
      const source: { failure?: unknown } = {}
      await target
        .put(name, Readable.from(noteFailure(body, source), { objectMode: false }))
        .catch((error: unknown) => {
          throw source.failure ?? explain(error)
        })
    },
    get: async (name) => {
      const body = await orExplain(target.get(name))
      return body && Readable.from(explainWhileRead(body, explain), { objectMode: false })
    },
    size: (name) => orExplain(target.size(name)),
    list: (name) => orExplain(target.list(name)),
  }
}

function explained(place: string, error: unknown): unknown {
  const { code, $metadata } = error as { code?: unknown; $metadata?: unknown }
  const isOfSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code)
  if (!isOfSystem && $metadata === undefined) return error
  return new StartupError(
    `The place of the backups ${place} cannot be used: ${withoutUrlSecrets(describeS3(error as Error))}.`,
  )
}

/** Keeps what the source itself has failed with apart from what its reader did. */
async function* noteFailure(body: Readable, source: { failure?: unknown }): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        source.failure = error
        throw error
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    body.destroy()
  }
}

async function* explainWhileRead(body: Readable, explain: (error: unknown) => unknown): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw explain(error)
  }
}

/** A rename survives a power cut once its folder is on the disk. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
