import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import { toldProductionBy } from '../config/production-guard.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { openDatabase } from '../db/client.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../db/open-pool.ts'
import { StartupError } from '../errors/startup-error.ts'
import { runCommand } from './run-command.ts'
import { seedFiles } from './seed/seed-files.ts'
import { seedNfts } from './seed/seed-nfts.ts'
import { seedUsers } from './seed/seed-users.ts'

const BATCH = 25_000
const HELP = 'How much? npm run seed -- --nfts 100000 --users 5000 (up to a million of each)'
const IN_PRODUCTION =
  'What is seeded stands for sale beside what is, and nothing takes it away: not in production. ALLOW_SANDBOX=1 says that this is none.'

const optionsSchema = z.object({
  nfts: z.coerce.number().int().min(0).max(1_000_000),
  users: z.coerce.number().int().min(1).max(1_000_000),
})

/**
 * `npm run seed -- --nfts N --users N`: bulk content, to see how the product behaves with much of it. It is rows only: the
 * members cannot sign in, and the NFTs are on SOL without a token there, so that none of them reaches a buyer.
 */
await runCommand(seed, { prepare: async (settings) => assertNoProduction(settings) })

function assertNoProduction(settings: Settings): void {
  if (toldProductionBy(settings) !== undefined && !settings.ALLOW_SANDBOX) throw new StartupError(IN_PRODUCTION)
}

async function seed(ctx: Context, say: (text: string) => void): Promise<void> {
  const { values } = parseArgs({ options: { nfts: { type: 'string' }, users: { type: 'string' } } })
  const parsed = optionsSchema.safeParse({ nfts: values.nfts ?? '10000', users: values.users ?? '1000' })
  if (!parsed.success) throw new StartupError(HELP)
  const { nfts, users } = parsed.data
  const limits = { maxConnections: 1, statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS }
  const db = openDatabase(ctx.config.database.ownerUrl, ctx.log, limits)
  const inBatches = async (what: string, count: number, insert: (from: number, to: number) => Promise<void>) => {
    for (let from = 1; from <= count; from += BATCH) {
      await insert(from, Math.min(count, from + BATCH - 1))
      say(`  ${Math.min(count, from + BATCH - 1).toLocaleString('en')} of ${count.toLocaleString('en')} ${what}`)
    }
  }
  try {
    // Rows that a crash loses are made again by the same command.
    await sql`set synchronous_commit = off`.execute(db)
    // The search index takes its entries in few large portions.
    await sql`set gin_pending_list_limit = '64MB'`.execute(db)
    const run = ctx.random.id().slice(-12)
    await inBatches('members', users, (from, to) => seedUsers(db, { run, from, to, now: ctx.clock.now() }))
    const fileIds = await seedFiles(ctx, db, run)
    await inBatches('works', nfts, (from, to) =>
      seedNfts(db, { run, from, to, count: nfts, users, fileIds, now: ctx.clock.now() }),
    )
    for (const table of ['users', 'nfts', 'listings', 'payments']) await sql`analyze ${sql.table(table)}`.execute(db)
    say('  Done.')
  } finally {
    await db.destroy()
  }
}
