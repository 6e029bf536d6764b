import { sql } from 'kysely'
import { z } from 'zod'
import type { Context, Sweep } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { inSnapshot } from './check-ledger.ts'
import { CHECKED, type Checked, findProblems, type LedgerProblem, type Part, SHOWN } from './ledger-checks.ts'

/** Entries that are looked at in one step, when many have come. */
const NEW_STEP = 20_000
const NEW_STEPS = 20
/** Ids are given out before their transactions commit: the last ones are looked at twice. */
const OVERLAP = 1_000
/** Rows of each kind that a step of the round over everything takes: a million entries take some hours. */
const ROUND_STEP = 5_000

const TABLES: Record<Checked, string> = {
  transfers: 'ledger_transfers',
  entries: 'ledger_entries',
  accounts: 'ledger_accounts',
  payments: 'payments',
  listings: 'listings',
}
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const START: Cursors = {
  transfers: BEFORE_ALL,
  entries: '0',
  accounts: BEFORE_ALL,
  payments: BEFORE_ALL,
  listings: BEFORE_ALL,
}

/** How far each kind has come in this round; null: to its end. */
const cursors = z.record(z.enum(CHECKED), z.string().nullable())
type Cursors = z.output<typeof cursors>
const problemList = z.array(z.object({ check: z.string(), ids: z.array(z.string()) }))

type Progress = {
  verifiedEntryId: number
  cursors: Cursors
  found: LedgerProblem[]
  foundLastRound: LedgerProblem[]
  roundEndedAt: Date | null
}
export type LedgerHealth = { problems: LedgerProblem[]; checkedAt: Date; roundEndedAt: Date | null }

/** Checks the new rows at once, and in each step a part of all rows, so that a ledger of any size is checked over and over. */
export const checkLedgerSweep: Sweep = {
  name: 'check-ledger',
  everyMs: 60_000,
  run: async (ctx) => void (await checkLedgerStep(ctx)),
}

/** The faults found in this round or the one before: a fault is forgotten only after it was checked again. */
export async function readLedgerHealth(ctx: Context): Promise<LedgerHealth> {
  const row = await ctx.db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
  if (!row) return checkLedgerStep(ctx)
  const { found, foundLastRound } = parseProgress(row)
  return {
    problems: merge(foundLastRound, found),
    checkedAt: row.checked_at,
    roundEndedAt: row.round_ended_at,
  }
}

export async function checkLedgerStep(ctx: Context, options: { roundStep?: number } = {}): Promise<LedgerHealth> {
  const row = await ctx.db.selectFrom('ledger_checks').selectAll().executeTakeFirst()
  const progress = row ? parseProgress(row) : beginning()
  const { next, problems } = await inSnapshot(ctx.db, async (tx) => {
    const fresh = await checkNew(tx, progress.verifiedEntryId)
    const piece = await checkPiece(tx, progress.cursors, options.roundStep ?? ROUND_STEP)
    const all = merge(fresh.problems, piece.problems)
    return { problems: all, next: moveOn(ctx, progress, { ...fresh, cursors: piece.cursors, problems: all }) }
  })
  for (const problem of problems) ctx.log.error(problem, 'the ledger does not add up')
  const checkedAt = ctx.clock.now()
  await writeProgress(ctx, next, checkedAt)
  return {
    problems: merge(next.foundLastRound, next.found),
    checkedAt,
    roundEndedAt: next.roundEndedAt,
  }
}

type New = { verifiedEntryId: number; problems: LedgerProblem[] }

/** All rows that entries since the last step have touched. */
async function checkNew(tx: Tx, verifiedEntryId: number): Promise<New> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from ledger_entries`.execute(tx)
  const last = Number(rows[0]?.last ?? 0)
  let problems: LedgerProblem[] = []
  let from = Math.max(0, Math.min(verifiedEntryId, last) - OVERLAP)
  for (let step = 0; step < NEW_STEPS && from < last; step++) {
    const to = Math.min(last, from + NEW_STEP)
    problems = merge(problems, await findProblems(tx, touchedBy(from, to)))
    from = to
  }
  return { verifiedEntryId: from, problems }
}

function touchedBy(from: number, to: number): Part {
  const entries = sql`select id from ledger_entries where id > ${from} and id <= ${to}`
  const transfers = sql`select distinct transfer_id from ledger_entries where id > ${from} and id <= ${to}`
  const causes = sql`select cause_id from ledger_transfers where id in (${transfers})`
  return {
    entries,
    transfers,
    accounts: sql`select distinct account_id from ledger_entries where id > ${from} and id <= ${to}`,
    payments: sql`${causes} union select payment_id from refunds where id in (${causes})`,
    listings: causes,
  }
}

type Piece = { cursors: Cursors; problems: LedgerProblem[] }

async function checkPiece(tx: Tx, at: Cursors, size: number): Promise<Piece> {
  const ends: Cursors = { ...at }
  const part = {} as Part
  for (const of of CHECKED) {
    const from = at[of]
    if (from === null) {
      part[of] = sql`select id from ${sql.table(TABLES[of])} where false`
      continue
    }
    const rows = sql`select id from ${sql.table(TABLES[of])} where id > ${from} order by id limit ${size}`
    part[of] = rows
    const { rows: found } = await sql<{ last: string | null; count: number }>`
      select (array_agg(id::text order by id desc))[1] as last, count(*) as count from (${rows}) piece`.execute(tx)
    ends[of] = Number(found[0]?.count) < size ? null : (found[0]?.last ?? null)
  }
  return { cursors: ends, problems: await findProblems(tx, part) }
}

function moveOn(ctx: Context, progress: Progress, step: New & Piece): Progress {
  const found = merge(progress.found, step.problems)
  const { verifiedEntryId } = step
  const hasEnded = CHECKED.every((of) => step.cursors[of] === null)
  if (!hasEnded) return { ...progress, verifiedEntryId, cursors: step.cursors, found }
  return { verifiedEntryId, cursors: START, found: [], foundLastRound: found, roundEndedAt: ctx.clock.now() }
}

const beginning = (): Progress => ({
  verifiedEntryId: 0,
  cursors: START,
  found: [],
  foundLastRound: [],
  roundEndedAt: null,
})

type ProgressRow = {
  verified_entry_id: number
  cursors: unknown
  found: unknown
  found_last_round: unknown
  round_ended_at: Date | null
}

const parseProgress = (row: ProgressRow): Progress => ({
  verifiedEntryId: row.verified_entry_id,
  cursors: cursors.parse(row.cursors),
  found: problemList.parse(row.found),
  foundLastRound: problemList.parse(row.found_last_round),
  roundEndedAt: row.round_ended_at,
})

async function writeProgress(ctx: Context, progress: Progress, checkedAt: Date): Promise<void> {
  const row = {
    verified_entry_id: progress.verifiedEntryId,
    cursors: JSON.stringify(progress.cursors),
    found: JSON.stringify(progress.found),
    found_last_round: JSON.stringify(progress.foundLastRound),
    round_ended_at: progress.roundEndedAt,
    checked_at: checkedAt,
  }
  await ctx.db
    .insertInto('ledger_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}

/** The same check named twice is one problem with the ids of both. */
function merge(...lists: LedgerProblem[][]): LedgerProblem[] {
  const idsOf = new Map<string, Set<string>>()
  for (const { check, ids } of lists.flat()) idsOf.set(check, new Set([...(idsOf.get(check) ?? []), ...ids]))
  return [...idsOf].map(([check, ids]) => ({ check, ids: [...ids].slice(0, SHOWN) }))
}
