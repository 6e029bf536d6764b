import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import { findProblems, type LedgerProblem, type Part } from './ledger-checks.ts'

const EVERYTHING: Part = {
  transfers: sql`select id from ledger_transfers`,
  entries: sql`select id from ledger_entries`,
  accounts: sql`select id from ledger_accounts`,
  payments: sql`select id from payments`,
  listings: sql`select id from listings`,
}

/** Reads the whole books at once, for the doctor and tests; a running product checks them in small steps. */
export const checkLedger = (db: Db): Promise<LedgerProblem[]> => inSnapshot(db, (tx) => findProblems(tx, EVERYTHING))

export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
