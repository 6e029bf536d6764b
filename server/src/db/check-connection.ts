import pg from 'pg'
import { withinTime } from '../errors/within-time.ts'
import { CONNECT_TIMEOUT_MS, connectClient } from './connect-client.ts'

const WRONG_PASSWORD = /^28/
const NO_SUCH_DATABASE = '3D000'

/** Why the database at this address cannot be used, in one line without its password; undefined: it answers. */
export async function findConnectionProblem(setting: string, url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  const place = `${client.host}:${client.port}`
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    const { code = '', message } = firstOf(error)
    if (WRONG_PASSWORD.test(code)) return `${setting}: ${place} does not let ${client.user} in (${message})`
    if (code === NO_SUCH_DATABASE) return `${setting}: ${message} at ${place}`
    return `${setting}: no database answers at ${place} (${code || message}). Is it running?`
  } finally {
    // Waiting for a server that does not answer would take as long again.
    void client.end().catch(() => undefined)
  }
}

/**
 * Why nothing is heard of notifications at an address that answers, in one line: a pooler by transactions takes LISTEN, and passes nothing on.
 * A transaction that waits in the middle keeps it from lending one connection to both.
 */
export async function findListenProblem(setting: string, url: string, maxMs: number): Promise<string | undefined> {
  const options = { statementTimeoutMs: CONNECT_TIMEOUT_MS }
  const [hearing, telling] = await Promise.all([connectClient(url, options), connectClient(url, options)])
  const tell = async (): Promise<void> => {
    const heard = new Promise<void>((resolve) => void hearing.once('notification', () => resolve()))
    await telling.query('begin')
    await hearing.query('listen verso_echo')
    await telling.query('notify verso_echo; commit')
    await heard
  }
  try {
    await withinTime(tell(), maxMs)
    return undefined
  } catch {
    return `${setting}: ${hearing.host}:${hearing.port} passes no notifications on, as a pooler by transactions. Set DATABASE_LISTEN_URL to the address of PostgreSQL itself`
  } finally {
    void hearing.end().catch(() => undefined)
    void telling.end().catch(() => undefined)
  }
}

/** A host with several addresses fails with an error for each. */
function firstOf(error: unknown): { code?: string; message: string } {
  const { errors } = error as { errors?: unknown[] }
  return (errors?.[0] ?? error) as { code?: string; message: string }
}
