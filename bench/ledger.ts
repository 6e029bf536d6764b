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
import { createLogger } from '../server/src/logger.ts'
import { type Benchmark, timed } from './measurement.ts'

const MEMBERS = 50
const TRANSFERS = 6_000
const AT_ONCE = 20
const START_CENTS = 100_000_000

/** Transfers that are safe on disk, each in a transaction of its own, on the embedded PostgreSQL as the product starts it. */
export const ledger: Benchmark = {
  name: 'ledger',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verso-bench-'))
    const log = createLogger('error')
    const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log })
    try {
      await migrate(postgres.ownerUrl, { appRole: postgres.appRole })
      const db = openDatabase(postgres.appUrl, log, { maxConnections: AT_ONCE })
      const ctx = { db, log, clock: systemClock, random: systemRandom } as unknown as Context
      const members = await addMembers(ctx)
      await transferAround(ctx, members, TRANSFERS / 10)
      const spread = await transferAround(ctx, members, TRANSFERS)
      const two = await transferAround(ctx, members.slice(0, 2), TRANSFERS)
      const problems = await checkLedger(db)
      await db.destroy()
      if (problems.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(problems)}`)
      return [
        { what: `ledger, over ${MEMBERS} accounts`, measured: spread, unit: 'transfers/s', target: { atLeast: 1_000 } },
        { what: 'ledger, between two accounts', measured: two, unit: 'transfers/s', target: { atLeast: 600 } },
      ]
    } finally {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
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

/** @returns transfers per second, each from one member to the next but some */
async function transferAround(ctx: Context, members: string[], count: number): Promise<number> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const from = members[index % members.length] as string
      const to = members[(index + 1 + (index % (members.length - 1))) % members.length] as string
      await inTransaction(ctx.db, (tx) =>
        postTransfer(ctx, tx, {
          kind: 'CREDIT_GRANTED',
          cause: { type: 'bench', id: ctx.random.id() },
          entries: [
            { account: { kind: 'CREDIT', userId: from }, amountCents: -1 },
            { account: { kind: 'CREDIT', userId: to }, amountCents: 1 },
          ],
        }),
      )
    }
  }
  const { elapsedMs } = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker)))
  return (count * 1_000) / elapsedMs
}
