import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { StartupError } from '../errors/startup-error.ts'
import { type BackupAccess, partSchema, writePart } from './parts.ts'
import { DamagedPart, unseal, WrongBackupKey } from './sealed-stream.ts'

/** Of what is written here; a change that older code cannot read gets the next number. */
const FORMAT = 1

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  part: partSchema,
})
export type BackedUpTable = z.output<typeof tableSchema>

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  /** All that was committed before is in it. */
  madeAt: z.iso.datetime(),
  /** The PostgreSQL that the rows come from, for the operator. */
  postgres: z.string(),
  /** The migrations that its tables have had; the last one's number is the version. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(tableSchema),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.number().int() })),
  /** Tells the keys that open what is encrypted in the rows, and nothing about them. Null: nothing is encrypted. */
  walletKekCheck: z.string().nullable(),
  secretKeyCheck: z.string(),
  /** Of all keys of SECRET_KEY, in their order; backups of before have the first alone. */
  secretKeyChecks: z.array(z.string()).optional(),
  /** The files; `index` has a line for each, with its place in a pack. */
  files: z.object({
    index: partSchema,
    count: z.number().int(),
    bytes: z.number().int(),
    missing: z.array(z.string()),
  }),
  packs: z.array(partSchema),
  /** The keys and the chains that DATA_DIR made for itself. Null where these are the operator's own. */
  dataFolder: partSchema.nullable(),
})
export type Manifest = z.output<typeof manifestSchema>

/** Damaged, or made with another key: others of its place may be whole. */
export class UnusableBackup extends StartupError {
  readonly isOfOtherKey: boolean
  constructor(message: string, { isOfOtherKey = false } = {}) {
    super(message)
    this.isOfOtherKey = isOfOtherKey
  }
}

const ID = /^\d{8}T\d{6}Z$/
const nameOf = (id: string) => `${id}/manifest`

/** 20261125T131516Z: ids sort by time. */
export const backupId = (now: Date): string => now.toISOString().replace(/[-:]|\.\d+/g, '')

/** The ids of the backups that were finished, oldest first. */
export async function listBackups({ target }: Pick<BackupAccess, 'target'>): Promise<string[]> {
  const ids = (await target.list('')).filter((name) => ID.test(name)).sort()
  const isFinished = await Promise.all(ids.map(async (id) => (await target.size(nameOf(id))) !== undefined))
  return ids.filter((_, index) => isFinished[index])
}

/** Written last: without it there is no backup. */
export const writeManifest = (access: BackupAccess, manifest: Omit<Manifest, 'format'>) =>
  writePart(access, nameOf(manifest.id), Readable.from([Buffer.from(JSON.stringify({ format: FORMAT, ...manifest }))]))

/**
 * The newest backup's, or that of `id`.
 * @throws StartupError for a place without a backup and a later format
 * @throws UnusableBackup for a wrong key and damage
 */
export async function findManifest(access: BackupAccess, id?: string): Promise<Manifest> {
  const { place } = access.target
  const ids = await listBackups(access)
  if (ids.length === 0) throw new StartupError(`There is no finished backup in ${place}.`)
  if (id !== undefined && !ids.includes(id))
    throw new StartupError(`There is no finished backup ${id} in ${place}. There are: ${ids.join(', ')}.`)
  return readManifest(access, id ?? (ids.at(-1) as string))
}

export async function readManifest({ target, key }: BackupAccess, id: string): Promise<Manifest> {
  const name = nameOf(id)
  try {
    const stored = await target.get(name)
    if (!stored) throw new DamagedPart(`${name} is missing`)
    const text = await buffer(Readable.from(unseal(stored as AsyncIterable<Buffer>, { key, name })))
    return parse(JSON.parse(text.toString()), id)
  } catch (error) {
    if (error instanceof WrongBackupKey)
      throw new UnusableBackup(
        `BACKUP_KEY is not the key that the backup ${id} in ${target.place} was made with (or the first bytes of its manifest are damaged).`,
        { isOfOtherKey: true },
      )
    if (error instanceof DamagedPart)
      throw new UnusableBackup(`The backup ${id} in ${target.place} cannot be used: ${error.message}.`)
    throw error
  }
}

function parse(value: unknown, id: string): Manifest {
  const parsed = manifestSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const format = z.object({ format: z.number() }).safeParse(value).data?.format
  throw new StartupError(
    format === FORMAT
      ? `The manifest of the backup ${id} has another shape: it was made by a version of Verso that this one does not know.`
      : `The backup ${id} was made by a newer version of Verso (format ${format}, this version reads ${FORMAT}). Use that version.`,
  )
}
