import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from '../logger.ts'
import { openPool } from './open-pool.ts'
import type { DB } from './types.gen.ts'

export type Db = Kysely<DB>
/** A running transaction. Ledger and job functions take this type, so the compiler refuses the pool. */
export type Tx = Transaction<DB>

const INT8 = 20
// Cents, counters and block numbers stay far below 2^53; larger values (token ids, fees) are text or numeric.
pg.types.setTypeParser(INT8, Number)

export type DatabaseOptions = {
  maxConnections?: number
  /** The longest that a statement may take; commands of the operator may set it higher. */
  statementTimeoutMs?: number | undefined
  isPreparing?: boolean
  isPooled?: boolean
}

export function openDatabase(url: string, log: Logger, options: DatabaseOptions = {}): Db {
  const { maxConnections: max = 20, ...limits } = options
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: openPool(url, log, { max, ...limits }) }) })
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const MAX_ATTEMPTS = 5

/**
 * Runs `work` in one transaction and commits it; runs it again when PostgreSQL chose it as the victim of a race.
 * `work` must have no effect outside the transaction. Lock several rows in the order of their ids.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = (error as { code?: string }).code
      const isRace = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
      if (!isRace || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** True when `error` is the violation of this unique index or constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || violated === constraint)
}

/**
 * Network errors, and SQLSTATE: 08 no connection, 53300 too many of them, 57P01 to 57P05 the server ends, starts or closes
 * the connection, 25P03 it closed one that was idle in a transaction, 25006 it is a replica: the primary is another one now.
 */
const NO_CONNECTION = /^(E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_)|08|53300$|57P0[1-5]$|25P03$|25006$)/
/** Messages of the driver that come without a code. */
const NO_CONNECTION_TEXT =
  /^(Connection terminated|timeout (expired|exceeded when trying to connect)|Client has encountered|Client was closed|Query read timeout)/

/** True when the database was not reached, or was lost before its answer: the outcome of the statement is unknown. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return NO_CONNECTION.test(code ?? '') || NO_CONNECTION_TEXT.test(message ?? '')
}

/** SQLSTATE: a statement or a lock took longer than its limit, or the server is short of memory, disk or connections. */
const BUSY = /^(57014|55P03|53...)$/

/** True when the database answered that it could not run the statement now. Nothing was changed; a retry may succeed. */
export const isDatabaseBusy = (error: unknown): boolean => BUSY.test((error as { code?: string }).code ?? '')

export const isExclusionViolation = (error: unknown): boolean => (error as { code?: string }).code === '23P01'

/** The transaction as pg-boss wants a database: its statements become part of ours. */
export const asExecutor = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const result = await tx.executeQuery(CompiledQuery.raw(text, values))
    return { rows: result.rows as unknown[] }
  },
})
