import pg from 'pg'
import type { Logger } from '../logger.ts'
import { poolMeasure, statementMeasure, timed } from '../measures.ts'
import { CONNECT_TIMEOUT_MS, IDLE_IN_TRANSACTION_MS, KEEP_ALIVE_DELAY_MS } from './connect-client.ts'
import { createNames } from './prepared/statement-names.ts'

/** For requests, jobs and sweeps: none of their statements takes seconds, unless it is stuck or waits for a lock. */
const STATEMENT_TIMEOUT_MS = 10_000
/** For commands of the operator, migrations and the bulk of a seed. */
export const LONG_STATEMENT_TIMEOUT_MS = 30 * 60_000
/** How much longer than the server's own limit we wait for its answer: by then the connection is lost, not slow. */
const ANSWER_GRACE_MS = 2_000
/** `begin` waits for nothing in the server, so a connection that does not answer it at once is lost. */
const BEGIN_TIMEOUT_MS = 5_000

export type PoolLimits = {
  max: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** The address is a pooler's, by transactions: what is set on a connection would be on another's. */
  isPooled?: boolean | undefined
}
type PoolOptions = PoolLimits & {
  /** Statements of `createStatements` are sent by name; false for a pooler that knows no names. */
  isPreparing?: boolean
}

/**
 * The options of every pool of ours: nothing waits without an end. The server ends statements and idle transactions;
 * the client gives up on a connection that does not open and on an answer that does not come, which is all that tells of a
 * half-open connection.
 */
export function poolOptions(url: string, limits: PoolLimits): pg.PoolConfig {
  const { max, statementTimeoutMs = STATEMENT_TIMEOUT_MS, lockTimeoutMs = 0, isPooled = false } = limits
  return {
    connectionString: url,
    max,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // The wait for a new connection, and the wait for a free one.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    // By statement, not by start-up parameter: PgBouncer refuses those that it does not know. The pool waits for the promise.
    // Behind a pooler they are the role's own (docs/operations/postgresql.md).
    ...(!isPooled && {
      onConnect: async (client: pg.ClientBase) => {
        await client.query(
          `set statement_timeout = ${statementTimeoutMs}; set lock_timeout = ${lockTimeoutMs}; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
        )
      },
    }),
  }
}

/** A pool in which a lost connection fails one statement, never the process or another statement. */
export function openPool(url: string, log: Logger, { isPreparing = true, ...limits }: PoolOptions): pg.Pool {
  const pool = new pg.Pool(poolOptions(url, limits))
  poolMeasure.tell(pool)
  const nameOf = createNames()
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    // The pool listens only while a connection is idle. One that is lost at work fails its statement, and without a
    // listener of its own it would end the process as well.
    client.on('error', () => undefined)
    closeWhenOfNoUse(client)
    measureStatements(client)
    if (isPreparing) nameStatements(client, nameOf)
  })
  return pool
}

type Query = (...args: unknown[]) => unknown
type Wired = { query: Query; connection: { emit(event: 'error', error: Error): void; stream: { destroy(): void } } }

/** The driver parses a name once on each connection. */
function nameStatements(client: pg.PoolClient, nameOf: ReturnType<typeof createNames>): void {
  const wired = client as unknown as Wired
  const query = wired.query.bind(client)
  let isInTransaction = false
  wired.query = (text, values, ...rest) => {
    if (typeof text !== 'string') return query(text, values, ...rest)
    if (BEGIN.test(text)) isInTransaction = true
    else if (END.test(text)) isInTransaction = false
    const hasValues = Array.isArray(values) && values.length > 0
    const name = nameOf(text, isInTransaction && hasValues)
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
}

const BEGIN = /^(begin|start transaction)\b/
const END = /^(commit|rollback)\b/

/**
 * The driver gives up on an answer and leaves the connection as it is, waiting: its next statement, be it the rollback,
 * would queue behind. And one to a server that is the primary no longer would refuse every change from now on. The error marks it
 * as lost at once, so that the pool does not lend it again, and fails what is queued.
 */
function closeWhenOfNoUse(client: pg.PoolClient): void {
  const wired = client as unknown as Wired
  const query = wired.query.bind(client)
  wired.query = (...args) => {
    const result = query(...withBeginTimeout(args))
    if (result instanceof Promise) {
      result.catch((error: Error & { code?: string }) => {
        if (error.message !== READ_TIMEOUT && error.code !== READ_ONLY) return
        wired.connection.emit('error', new Error(`Connection terminated: ${error.message}`))
        wired.connection.stream.destroy()
      })
    }
    return result
  }
}

function measureStatements(client: pg.PoolClient): void {
  const wired = client as unknown as Wired
  const query = wired.query.bind(client)
  wired.query = (...args) => {
    if (!statementMeasure.isHeard()) return query(...args)
    const result = query(...args)
    if (!(result instanceof Promise)) return result
    return timed(statementMeasure, { text: textOf(args[0]) }, () => result)
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '')

/** The driver's words, as it gives no code. */
const READ_TIMEOUT = 'Query read timeout'
/** SQLSTATE of a change on a replica: nothing of ours changes anything in a transaction that only reads. */
const READ_ONLY = '25006'

function withBeginTimeout([text, ...rest]: unknown[]): unknown[] {
  const isBegin = typeof text === 'string' && BEGIN.test(text)
  return isBegin ? [{ text, query_timeout: BEGIN_TIMEOUT_MS }, ...rest] : [text, ...rest]
}
