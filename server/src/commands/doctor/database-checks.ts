import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { findListenProblem } from '../../db/check-connection.ts'
import { assertRights } from '../../db/grants.ts'
import { listMigrations } from '../../db/schema-version.ts'
import { DEAD_AFTER_MS, isReplaced } from '../../jobs/heartbeat.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { readLedgerHealth } from '../../ledger/check-ledger-in-steps.ts'
import type { DoctorCheck } from './check.ts'

/** Codes, sessions and holds go by the clock of each process. */
const CLOCK_MAX_OFF_MS = 5_000
const LISTEN_MAX_MS = 1_000
const REPLICA_LOOKS = 6
const REPLICA_PAUSE_MS = 200

export const DATABASE_CHECKS: DoctorCheck[] = [
  {
    name: 'database',
    mend: 'Check DATABASE_URL, and that PostgreSQL is 15 or newer.',
    run: async ({ db }) => {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
      return `PostgreSQL ${rows[0]?.version}`
    },
  },
  {
    name: 'notifications',
    mend: 'Behind a pooler by transactions (PgBouncer) set DATABASE_LISTEN_URL to PostgreSQL itself, and DATABASE_PREPARE=0 before PgBouncer 1.21.',
    run: describeListening,
  },
  {
    name: 'schema',
    mend: 'Run `npm run db:migrate` of this version.',
    // One that does not fit has ended the command before.
    run: async () => `as this version wants it, up to ${(await listMigrations()).at(-1)}`,
  },
  {
    name: 'rights',
    mend: 'Run `npm run db:migrate` with the right MIGRATION_DATABASE_URL: it gives the roles their rights.',
    run: async (ctx) => {
      await assertRights(ctx.db, ctx.config)
      return 'the application may do what it needs, and cannot change the ledger'
    },
  },
  {
    name: 'heartbeats',
    mend: 'Start what is dead, or end what hangs; a process that starts takes the place of a dead one of its role.',
    run: describeHeartbeats,
  },
  {
    name: 'replica',
    mend: 'Let it follow the database of DATABASE_URL, or leave DATABASE_READ_URL out: until then visitors read from the primary.',
    run: describeReplica,
  },
  {
    name: 'clock',
    mend: 'Let NTP set the clocks of this machine and of the database.',
    run: async ({ db, clock }) => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
      const offMs = Math.abs(clock.now().getTime() - (rows[0]?.now.getTime() ?? 0))
      if (offMs > CLOCK_MAX_OFF_MS) throw new Error(`${seconds(offMs)} apart from the database's`)
      return "as the database's"
    },
  },
]

export const LEDGER_CHECK: DoctorCheck = {
  name: 'ledger',
  mend: 'Stop buying (Dashboard → Settings) and look at the accounts that are named here.',
  run: async (ctx) => {
    const { problems, checkedAt } = await readLedgerHealth(ctx)
    assertNone(problems)
    return `adds up, as of the running check ${seconds(ctx.clock.now().getTime() - checkedAt.getTime())} ago; all of it: npm run doctor -- --full`
  },
}

/** Reads every entry: minutes for millions. */
export const FULL_LEDGER_CHECK: DoctorCheck = {
  ...LEDGER_CHECK,
  run: async ({ db }) => {
    assertNone(await checkLedger(db))
    return 'every transfer sums to zero, every balance is the sum of its entries'
  },
}

function assertNone(problems: { check: string; ids: string[] }[]): void {
  if (problems.length > 0) throw new Error(problems.map(({ check, ids }) => `${check}: ${ids.join(', ')}`).join('; '))
}

async function describeHeartbeats({ db, clock }: Context): Promise<string> {
  const nowMs = clock.now().getTime()
  const rows = await db
    .selectFrom('heartbeats as old')
    .select(['role', 'host', 'pid', 'beat_at', isReplaced.as('is_replaced')])
    .orderBy('role')
    .execute()
  const isDead = ({ beat_at }: { beat_at: Date }) => nowMs - beat_at.getTime() > DEAD_AFTER_MS
  // The watch removes them a moment later.
  const known = rows.filter((row) => !(row.is_replaced && isDead(row)))
  const dead = known.filter(isDead)
  if (dead.length > 0) throw new Error(dead.map((row) => `${row.role} ${row.pid} on ${row.host} is dead`).join('; '))
  if (known.length === 0) return 'no process of the product runs'
  return [...Map.groupBy(known, ({ role }) => role)].map(([role, { length }]) => `${length} × ${role}`).join(', ')
}

/** One look finds where the primary is, a later one whether the replica has come so far. */
async function describeReplica({ replica }: Context): Promise<string> {
  if (!replica) return 'none: visitors read from the primary'
  for (let looks = 0; looks < REPLICA_LOOKS && !replica.usable(); looks++) {
    if (looks > 0) await sleep(REPLICA_PAUSE_MS)
    await replica.look()
  }
  if (!replica.usable()) throw new Error(replica.state()?.problem ?? 'it does not follow')
  return 'follows: visitors read from it'
}

/** A process that hears no notifications finds jobs late; and behind a pooler only the role itself limits a statement. */
async function describeListening({ db, config }: Context): Promise<string> {
  const { listenUrl, isPooled } = config.database
  const problem = await findListenProblem(isPooled ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL', listenUrl, LISTEN_MAX_MS)
  if (problem) throw new Error(problem)
  if (!isPooled) return 'are heard'
  const { rows } = await sql<{ limited: boolean }>`
    select exists (select from pg_roles, unnest(rolconfig) as setting
      where rolname = current_user and setting like 'statement_timeout=%') as limited`.execute(db)
  if (!rows[0]?.limited)
    throw new Error('are heard, but the role has no statement_timeout of its own (docs/operations/postgresql.md)')
  return 'are heard, past the pooler'
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`
