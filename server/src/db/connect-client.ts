import pg from 'pg'

/** How long a connection may take to open, and a request may wait for one. */
export const CONNECT_TIMEOUT_MS = 8_000
/** When the operating system begins to ask whether the other end is still there. */
export const KEEP_ALIVE_DELAY_MS = 10_000
/** No code of ours waits inside a transaction: an idle one has lost its client, and its locks block others. */
export const IDLE_IN_TRANSACTION_MS = 20_000

export type ClientOptions = {
  /** The longest that a statement may take; 0: without end. */
  statementTimeoutMs: number
  lockTimeoutMs?: number
}

/**
 * One connection of its own, with limits on everything that it waits for. A lost connection fails its next statement: the
 * listener only keeps Node from ending the process for an `error` event without one.
 */
export async function connectClient(url: string, options: ClientOptions): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  // Statements, not start-up parameters: PgBouncer refuses those that it does not know.
  await client.query(
    `set statement_timeout = ${options.statementTimeoutMs}; set lock_timeout = ${options.lockTimeoutMs ?? 0};
    set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  )
  return client
}
