import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { StartupError } from '../errors/startup-error.ts'
import type { Db } from './client.ts'

const MIGRATIONS = new URL('./migrations/', import.meta.url)

/** The way out for who may not migrate. */
export const PREPARE_FIRST =
  'It is new, of an earlier version, or still starting: in production run `npm run db:migrate` of this version, else start the product; or wait a moment.'

/** A row of `schema_migrations`. `oldest_code` is null in rows that were written before it was recorded. */
export type AppliedMigration = { name: string; oldest_code: number | null }

/** The version of the code, and of a database, is the number of the newest migration. */
export const versionOf = (name: string): number => Number.parseInt(name, 10)

/** The names of the migrations, oldest first. They lie in folders of ten; a database knows them by their names alone. */
export const listMigrations = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS, { recursive: true }))
    .filter((path) => path.endsWith('.sql'))
    .map((path) => basename(path))
    .sort()

export const readMigration = (name: string): Promise<string> => readFile(new URL(pathOf(name), MIGRATIONS), 'utf8')

/** `0018_events.sql` → `0010-0019/0018_events.sql`. */
const pathOf = (name: string): string => `${name.slice(0, 3)}0-${name.slice(0, 3)}9/${name}`

/**
 * The oldest version of the code that works with a database of this migration: its line `-- oldest code that works with
 * this: N`. Without that line no older code does.
 */
export function oldestCodeFor(name: string, text: string): number {
  const stated = /^-- oldest code that works with this: (\d+)$/m.exec(text)
  return stated ? Number(stated[1]) : versionOf(name)
}

export type SchemaFit = {
  /** Migrations of this code that the database has not had. */
  pending: string[]
  /** Migrations of newer code that the database has had, and that this code works with. */
  newer: string[]
}

/**
 * Compares what a database has had with what this code knows.
 * @throws StartupError when this code is too old for the database
 */
export function compareSchema(applied: readonly AppliedMigration[], known: readonly string[]): SchemaFit {
  const codeVersion = Math.max(0, ...known.map(versionOf))
  const unknown = applied.filter((row) => versionOf(row.name) > codeVersion)
  const neededVersion = Math.max(0, ...unknown.map((row) => row.oldest_code ?? versionOf(row.name)))
  if (neededVersion > codeVersion) {
    throw new StartupError(
      `This version of Verso is too old for its database: it knows the migrations up to ${codeVersion}, and the database has had ` +
        `${unknown.map((row) => row.name).join(', ')}, which work with version ${neededVersion} or newer. Start the newer version.`,
    )
  }
  const done = new Set(applied.map((row) => row.name))
  return { pending: known.filter((name) => !done.has(name)), newer: unknown.map((row) => row.name) }
}

/** Reads also a table that was made before `oldest_code`. */
export const APPLIED_QUERY = `select name, (to_jsonb(m) ->> 'oldest_code')::int as oldest_code from schema_migrations m`

/**
 * Refuses a database whose schema does not fit this code, and changes nothing: one that has not had all of this code's
 * migrations, and one that has had a migration that this code is too old for.
 * @throws StartupError
 */
export async function assertSchemaFits(db: Db): Promise<void> {
  const { rows } = await sql<{ is_new: boolean }>`select to_regclass('schema_migrations') is null as is_new`.execute(db)
  const applied = rows[0]?.is_new ? [] : (await sql.raw<AppliedMigration>(APPLIED_QUERY).execute(db)).rows
  const { pending } = compareSchema(applied, await listMigrations())
  if (pending.length === 0) return
  throw new StartupError(`The database has not had ${pending.join(', ')}. ${PREPARE_FIRST}`)
}
