import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildBuyer, buildListedNft, reserve } from '../../test/build-listed-nft.ts'
import { buildFile } from '../../test/build-nft.ts'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { useTestApp } from '../../test/test-app.ts'
import { systemRandom } from '../clock.ts'
import { isEmptyDatabase } from '../db/migrate.ts'
import { createStorage } from '../gateways/storage/create-storage.ts'
import { collectFilesSweep } from '../media/files/collect-files.ts'
import { openFolderTarget } from './backup-target.ts'
import { keepBytes } from './dump-database.ts'
import { makeBackup } from './make-backup.ts'
import { findManifest, type Manifest, writeManifest } from './manifest.ts'
import type { BackupAccess } from './parts.ts'
import { assertVersionIsKnown, restoreBackup } from './restore-backup.ts'
import { deriveBackupKey } from './sealed-stream.ts'
import { verifyBackup } from './verify-backup.ts'

const t = useTestApp()
/** In the middle of that month. */
const TWO_MONTHS_AGO = new Date(new Date().setUTCMonth(new Date().getUTCMonth() - 2, 15)).toISOString()
let folder: string
let first: Manifest
const databases: string[] = []

const accessTo = (place: string, key = 'one key of the operator, long'): BackupAccess => ({
  target: openFolderTarget(place),
  key: deriveBackupKey(key),
  random: systemRandom,
})
const backUp = async (place = join(folder, 'backups')): Promise<Manifest> => {
  t.clock.advance(1_000)
  const { config, storage, clock } = t.ctx
  return makeBackup(accessTo(place), { config, storage, clock, isEmbedded: false })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verso-backup-'))
  const { nft, seller } = await buildListedNft(t)
  for (let more = 0; more < 3; more++) await buildFile(t, { ownerId: seller.id })
  await reserve(t, await buildBuyer(t), nft)
  await query(
    t.ownerUrl,
    `insert into events (id, type, subjects, data, recorded_at) values (gen_random_uuid(), 'nft.created', '[]', '{"text": "tab\\t, line\\n, \\\\N"}', '${TWO_MONTHS_AGO}');
    select make_event_partitions('${TWO_MONTHS_AGO}')`,
  )
  first = await backUp()
})
afterEach(async () => {
  for (const name of databases.splice(0)) await dropDatabase(t.ownerUrl, name)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An empty database and an empty folder, as after everything was lost. */
async function emptyTarget(more: { walletKek?: string; secretKeys?: string[] } = {}) {
  const name = `verso_restored_${databases.length}_${process.pid}`
  const ownerUrl = await createDatabase(t.ownerUrl, name)
  databases.push(name)
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const config = { ...t.ctx.config, ...more, dataDir, database: { ...t.ctx.config.database, ownerUrl } }
  return { config, storage: await createStorage(config), clock: t.clock }
}

async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<R>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A hash of each table's rows, but for those that a restore changes by intention. */
const CHANGED = ['sessions', 'refresh_tokens', 'verification_codes', 'settings', 'audit_log', 'provider_cursors']
async function readTables(url: string, tables: Manifest['tables']): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter((table) => !CHANGED.includes(table.name))) {
    const [row] = await query<{ hash: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(r::text, ';' order by r::text)), '') as hash from ${name} r`,
    )
    hashes[name] = row?.hash ?? ''
  }
  return hashes
}

test('what is restored is what was backed up, row for row and file for file', async () => {
  const target = await emptyTarget()
  const { ownerUrl } = target.config.database
  await verifyBackup(accessTo(join(folder, 'backups')), first)
  await restoreBackup(accessTo(join(folder, 'backups')), first, target)
  expect(await readTables(ownerUrl, first.tables)).toEqual(await readTables(t.ownerUrl, first.tables))
  const files = await t.ctx.db.selectFrom('files').select('storage_key').execute()
  expect(first.files).toMatchObject({ count: new Set(files.map((file) => file.storage_key)).size, missing: [] })
  for (const { storage_key: key } of files) {
    const [before, after] = await Promise.all([t.ctx.storage.get(key), target.storage.get(key)])
    expect(await buffer(after!.body)).toEqual(await buffer(before!.body))
  }
  const [schema, restored] = await Promise.all([t.ownerUrl, ownerUrl].map(readSchema))
  expect(restored).toEqual(schema)
  expect(
    await query(ownerUrl, 'select tableoid::regclass::text as month from events order by recorded_at limit 1'),
  ).toEqual([{ month: `events_${TWO_MONTHS_AGO.slice(0, 7).replace('-', '_')}` }])
})

/** Everything that a restore makes again itself: indexes and their statistics, foreign keys, triggers and whether they fire. */
const readSchema = (url: string) =>
  query(
    url,
    `select pg_get_indexdef(indexrelid) as it from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select attrelid::regclass || ' ' || attnum || ' ' || attstattarget from pg_attribute where attnum > 0 and attstattarget > 0
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`,
  )

test('after a restore buying is stopped, sessions and codes have ended, and numbers on chain are not given again', async () => {
  const target = await emptyTarget()
  const { ownerUrl } = target.config.database
  await restoreBackup(accessTo(join(folder, 'backups')), first, target)
  const ask = async (text: string) => (await query<{ n: unknown }>(ownerUrl, text)).map(({ n }) => n)
  expect(await ask('select count(*)::int as n from sessions where revoked_at is null')).toEqual([0])
  expect(await ask('select count(*)::int as n from sessions')).not.toEqual([0])
  expect(await ask('select count(*)::int as n from verification_codes')).toEqual([0])
  expect(await ask(`select value as n from settings where key = 'buyingStopped'`)).toEqual([
    expect.stringContaining('stopped'),
  ])
  expect(await ask(`select action as n from audit_log order by id desc limit 1`)).toEqual(['backup.restore'])
  for (const [table, column] of [
    ['users', 'creator_number'],
    ['wallets', 'derivation_index'],
  ]) {
    const [given] = await ask(`select max(${column})::int as n from ${table}`)
    const [next] = await ask(`select nextval(pg_get_serial_sequence('${table}', '${column}'))::int as n`)
    expect(next).toBeGreaterThan((given as number) + 900_000)
  }
})

test('a second backup copies the new files alone, and is whole when the first one’s own parts are gone', async () => {
  const place = join(folder, 'incremental')
  const one = await backUp(place)
  const owner = await t.ctx.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await buildFile(t, { ownerId: owner.id })
  const two = await backUp(place)
  expect(two.files.count).toBe(one.files.count + 1)
  const [oldBytes, newBytes] = [one, two].map(({ packs }) => packs.at(-1)?.bytes ?? 0)
  expect(two.packs).toHaveLength(2)
  expect(newBytes).toBeLessThan(oldBytes as number)
  await rm(join(place, one.id), { recursive: true })
  await verifyBackup(accessTo(place), await findManifest(accessTo(place)))
})

test('while a backup reads them no bytes are deleted', async () => {
  const bytes = Buffer.from('unused')
  const key = `${'ab'.repeat(32)}.png`
  await t.ctx.storage.put(key, bytes, { mime: 'image/png' })
  const due_at = t.clock.now()
  await t.ctx.db.insertInto('removed_bytes').values({ storage_key: key, due_at }).execute()
  const letGo = await keepBytes(t.ownerUrl)
  await collectFilesSweep.run(t.ctx)
  expect(await t.ctx.storage.size(key)).toBe(bytes.length)
  await letGo()
  await collectFilesSweep.run(t.ctx)
  expect(await t.ctx.storage.size(key)).toBeUndefined()
})

const isUntouched = async (target: Awaited<ReturnType<typeof emptyTarget>>) =>
  isEmptyDatabase(target.config.database.ownerUrl)
const copyOf = async (name: string) => {
  const place = join(folder, name)
  await cp(join(folder, 'backups'), place, { recursive: true })
  return { place, access: accessTo(place), partOf: (table: string) => join(place, first.id, `public.${table}`) }
}

test('a wrong key is refused in a sentence, for a restore and for another backup beside it', async () => {
  const access = accessTo(join(folder, 'backups'), 'another key of the operator')
  await expect(findManifest(access)).rejects.toThrow('BACKUP_KEY is not the key')
  const { config, storage, clock } = t.ctx
  await expect(makeBackup(access, { config, storage, clock, isEmbedded: false })).rejects.toThrow('BACKUP_KEY is not')
})

test.each([
  ['a changed byte in a table', 'public.users', change, 'public.users is damaged'],
  ['a cut table', 'public.users', cut, 'instead of'],
  ['a missing table', 'public.users', (path: string) => rm(path), 'is missing'],
  ['a changed byte in the index of files', 'files', change, 'files is damaged'],
  ['a changed byte in the manifest', 'manifest', change, 'manifest is damaged'],
])('%s is named, and nothing is restored', async (what, name, spoil, message) => {
  const { access, place } = await copyOf(what.replaceAll(' ', '-'))
  await spoil(join(place, first.id, name))
  const target = await emptyTarget()
  const restore = async () => restoreBackup(access, await findManifest(access), target)
  await expect(restore()).rejects.toThrow(message)
  expect(await isUntouched(target)).toBe(true)
  await expect((async () => verifyBackup(access, await findManifest(access)))()).rejects.toThrow(name)
})

test('a changed byte in a pack of files is named, and the database stays empty', async () => {
  const { access, place } = await copyOf('pack')
  const [pack] = await readdir(join(place, 'packs'))
  await change(join(place, 'packs', pack as string))
  const target = await emptyTarget()
  await expect(restoreBackup(access, first, target)).rejects.toThrow(`packs/${pack} is damaged`)
  expect(await isUntouched(target)).toBe(true)
  await expect(verifyBackup(access, first)).rejects.toThrow(`packs/${pack}`)
})

test('two parts that changed places are noticed', async () => {
  const { access, partOf } = await copyOf('swapped')
  await cp(partOf('wishlist'), partOf('follows'))
  await expect(verifyBackup(access, first)).rejects.toThrow('public.follows')
})

test('a database that is not empty, other keys, a place without a backup and a newer version are refused', async () => {
  const access = accessTo(join(folder, 'backups'))
  await expect(restoreBackup(access, first, { ...t.ctx })).rejects.toThrow('not empty')
  const [otherKek, otherSecret] = [
    await emptyTarget({ walletKek: 'w'.repeat(40) }),
    await emptyTarget({ secretKeys: ['x'.repeat(40)] }),
  ]
  await expect(restoreBackup(access, first, otherKek)).rejects.toThrow('WALLET_KEK is not')
  await expect(restoreBackup(access, first, otherSecret)).rejects.toThrow('SECRET_KEY is not')
  for (const target of [otherKek, otherSecret]) expect(await isUntouched(target)).toBe(true)
  await expect(findManifest(accessTo(join(folder, 'nothing')))).rejects.toThrow('no finished backup')
  await expect(findManifest(access, '20200101T000000Z')).rejects.toThrow('There are: ')
  await expect(assertVersionIsKnown({ ...first, migrations: [...first.migrations, '9999_later.sql'] })).rejects.toThrow(
    'newer version of Verso: it has had 9999_later.sql',
  )
  const newer = accessTo(join(folder, 'newer'))
  await writeManifest(newer, { ...first, ...({ format: 2 } as object) })
  await expect(findManifest(newer)).rejects.toThrow('newer version of Verso (format 2')
})

async function change(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.length - 20
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

async function cut(path: string): Promise<void> {
  await truncate(path, (await stat(path)).size - 1)
}
