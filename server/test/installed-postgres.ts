import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../src/embedded/postgres/postgres.ts'
import type { Logger } from '../src/logger.ts'

const OWNER = 'verso_plain_owner'
const PASSWORD = 'only-for-this-run'

/**
 * A PostgreSQL of the machine, from version 15 on, with roles as docs/operations/postgresql.md makes them: the owner is no
 * superuser, and may do for the tests what is written there.
 */
export async function startInstalledPostgres({ dataDir, bin, log }: { dataDir: string; bin: string; log: Logger }) {
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), localeArgs: ['--locale=C.UTF-8'] }
  const server = await startPostgres({ dataDir, log, isDurable: false, binaries })
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  await client.query(`create role ${OWNER} login createdb password '${PASSWORD}'`)
  await client.query(`grant pg_signal_backend to ${OWNER}`)
  await client.end()
  const ownerUrl = new URL(server.ownerUrl)
  ownerUrl.username = OWNER
  ownerUrl.password = PASSWORD
  ownerUrl.pathname = '/postgres'
  return { ownerUrl: ownerUrl.href, appUrl: server.appUrl, appRole: server.appRole, stop: server.stop }
}
