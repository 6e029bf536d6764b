import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandom } from '../server/src/clock.ts'
import type { Context } from '../server/src/context.ts'
import { inTransaction, openDatabase } from '../server/src/db/client.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { startPostgres } from '../server/src/embedded/postgres/postgres.ts'
import { checkLedger } from '../server/src/ledger/check-ledger.ts'
import { postTransfer } from '../server/src/ledger/post-transfer.ts'
import { createLogger, type Logger } from '../server/src/logger.ts'
import { type Benchmark, type Measurement, timed } from './measurement.ts'
import { asMeasurements, compare } from './references/compare.ts'
import { openBareLedger } from './references/ledger.ts'

const MEMBERS = 50
/** In each round. */
const TRANSFERS = 1_000
const AT_ONCE = 20
const START_CENTS = 100_000_000

/**
 * Transfers that are safe on disk, each in a transaction of its own, on the embedded PostgreSQL as the product starts it; against a bare
 * program that writes the same rows.
 */
export const ledger: Benchmark = {
  name: 'ledger',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verso-bench-'))
    const log = createLogger('error')
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log })
    try {
      await migrate(postgres.ownerUrl, { appRole: postgres.appRole })
      return await measure(postgres.appUrl, log)
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measure(url: string, log: Logger): Promise<Measurement[]> {
  const db = openDatabase(url, log, { maxConnections: AT_ONCE })
  const bare = openBareLedger(url, AT_ONCE)
  try {
    const ctx = { db, log, clock: systemClock, random: systemRandom } as unknown as Context
    const members = await addMembers(ctx)
    const accounts = await listAccounts(ctx, members)
    const ours = (among: string[], count: number) => around(among, count, (from, to) => moveCent(ctx, from, to))
    const reference = (among: string[], count: number) => around(among, count, bare.transfer)
    await ours(members, TRANSFERS / 4)
    await reference(accounts, TRANSFERS / 4)
    const spread = await compare(
      () => ours(members, TRANSFERS),
      () => reference(accounts, TRANSFERS),
    )
    const two = await compare(
      () => ours(members.slice(0, 2), TRANSFERS),
      () => reference(accounts.slice(0, 2), TRANSFERS),
    )
    const problems = await checkLedger(db)
    if (problems.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(problems)}`)
    const unit = 'transfers/s'
    return [
      ...asMeasurements(spread, { what: `ledger, over ${MEMBERS} accounts`, unit, atLeast: 0.6 }),
      ...asMeasurements(two, { what: 'ledger, between two accounts', unit, atLeast: 0.6 }),
    ]
  } finally {
    await Promise.all([db.destroy(), bare.close()])
  }
}

async function addMembers(ctx: Context): Promise<string[]> {
  const ids = Array.from({ length: MEMBERS }, () => ctx.random.id())
  const now = ctx.clock.now()
  const rows = ids.map((id) => ({ id, email: `${id}@example.test`, created_at: now, updated_at: now }))
  await ctx.db.insertInto('users').values(rows).execute()
  for (const userId of ids) {
    await inTransaction(ctx.db, (tx) =>
      postTransfer(ctx, tx, {
        kind: 'CREDIT_GRANTED',
        cause: { type: 'bench', id: ctx.random.id() },
        entries: [
          { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -START_CENTS },
          { account: { kind: 'CREDIT', userId }, amountCents: START_CENTS },
        ],
      }),
    )
  }
  return ids
}

/** In the order of the members. */
async function listAccounts(ctx: Context, members: string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['id', 'user_id'])
    .where('kind', '=', 'CREDIT')
    .execute()
  const byMember = new Map(rows.map((row) => [row.user_id, row.id]))
  return members.map((member) => byMember.get(member) as string)
}

const moveCent = (ctx: Context, from: string, to: string): Promise<unknown> =>
  inTransaction(ctx.db, (tx) =>
    postTransfer(ctx, tx, {
      kind: 'CREDIT_GRANTED',
      cause: { type: 'bench', id: ctx.random.id() },
      entries: [
        { account: { kind: 'CREDIT', userId: from }, amountCents: -1 },
        { account: { kind: 'CREDIT', userId: to }, amountCents: 1 },
      ],
    }),
  )

/** @returns transfers per second, each from one of them to the next but some */
async function around(
  among: string[],
  count: number,
  transfer: (from: string, to: string) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const from = among[index % among.length] as string
      const to = among[(index + 1 + (index % (among.length - 1))) % among.length] as string
      await transfer(from, to)
    }
  }
  const { elapsedMs } = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker)))
  return (count * 1_000) / elapsedMs
}
