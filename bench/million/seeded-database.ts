import { CompiledQuery, sql } from 'kysely'
import { type Db, openDatabase } from '../../server/src/db/client.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../../server/src/db/open-pool.ts'
import { seedNfts } from '../../server/src/commands/seed/seed-nfts.ts'
import { seededId, seedUsers } from '../../server/src/commands/seed/seed-users.ts'
import type { EmbeddedPostgres } from '../../server/src/embedded/postgres/postgres.ts'
import { createLogger } from '../../server/src/logger.ts'
import { JOBS } from '../../server/src/worker.ts'
import { migrateJobs } from '../../server/src/jobs/jobs.ts'
import { seedMember } from './seed-member.ts'
import { seedJobs, seedOperations } from './seed-operations.ts'

/** `ofOneMember`: how many of each list one member has. */
export type Size = { nfts: number; users: number; ofOneMember: number }
type Index = { name: string; definition: string }

const BATCH = 25_000
/** As many have the same picture at any size: they are the duplicates that a moderator is shown. */
const NFTS_OF_A_FILE = 100
const RUN = 'bench'

/** A database of its own with so many rows of `npm run seed`, vacuumed and analysed, as the application's role sees it. */
export async function createSeeded(postgres: EmbeddedPostgres, name: string, size: Size): Promise<Db> {
  const log = createLogger('error')
  const [ownerUrl, appUrl] = [postgres.ownerUrl, postgres.appUrl].map(
    (url) => Object.assign(new URL(url), { pathname: name }).href,
  )
  const server = openDatabase(postgres.ownerUrl, log, { maxConnections: 1 })
  await sql`create database ${sql.id(name)}`.execute(server)
  await server.destroy()
  await migrate(ownerUrl as string, { appRole: postgres.appRole })
  await migrateJobs(ownerUrl as string, JOBS, { appRole: postgres.appRole })
  const owner = openDatabase(ownerUrl as string, log, {
    maxConnections: 1,
    statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS,
  })
  await fill(owner, size)
  await owner.destroy()
  return openDatabase(appUrl as string, log, { maxConnections: 2 })
}

/** So many rows, and what the planner knows of them. */
export async function fill(owner: Db, size: Size): Promise<void> {
  await withoutIndexesOfTexts(owner, () => seed(owner, size))
  await sql`vacuum (analyze)`.execute(owner)
}

/** They are made anew in a tenth of the time in which they are filled row by row. */
async function withoutIndexesOfTexts(owner: Db, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<Index>`
    select indexname as name, indexdef as definition from pg_indexes where indexdef like '%USING gin%' and schemaname = 'public'`.execute(
    owner,
  )
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(owner)
  await work()
  for (const { definition } of indexes) await owner.executeQuery(CompiledQuery.raw(definition))
  await sql`alter index nfts_search alter column 1 set statistics 1000`.execute(owner)
}

async function seed(owner: Db, { nfts, users, ofOneMember }: Size): Promise<void> {
  const now = new Date()
  await sql`set synchronous_commit = off`.execute(owner)
  for (const range of batches(users)) await seedUsers(owner, { run: RUN, ...range, now })
  const fileIds = await seedFiles(owner, { files: Math.ceil(nfts / NFTS_OF_A_FILE), now })
  for (const range of batches(nfts)) await seedNfts(owner, { run: RUN, ...range, count: nfts, users, fileIds, now })
  const rows = { run: RUN, nfts, users, ofOneMember, now }
  await seedOperations(owner, rows)
  await seedMember(owner, rows)
  await seedJobs(owner, { nfts, name: JOBS[0]?.name ?? '' })
}

/** Pictures that the NFTs have in turn, each with the variants that are shown of it; returns their ids. */
async function seedFiles(owner: Db, { files, now }: { files: number; now: Date }): Promise<string[]> {
  const each = sql`generate_series(1, ${files}::int) n`
  await sql`
    insert into files (id, owner_id, sha256, storage_key, mime, media_type, size_bytes, original_name, created_at)
    select ${seededId('file', RUN)}, ${seededId('user', RUN, sql<number>`1`)}, lpad(to_hex(n), 64, '0'), 'seed/' || n || '.png', 'image/png', 'image',
      1000, 'seed.png', ${now} from ${each}`.execute(owner)
  await sql`
    insert into file_variants (file_id, name, storage_key, mime, width, height, size_bytes)
    select ${seededId('file', RUN)}, name, 'seed/' || n || '-' || name, 'image/webp', 640, 640, 1000
    from ${each}, unnest(array['card', 'card_avif', 'page', 'page_avif']) as name`.execute(owner)
  return (await owner.selectFrom('files').select('id').execute()).map(({ id }) => id)
}

function* batches(count: number): Generator<{ from: number; to: number }> {
  for (let from = 1; from <= count; from += BATCH) yield { from, to: Math.min(count, from + BATCH - 1) }
}
