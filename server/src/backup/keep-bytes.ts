import { connectClient } from '../db/connect-client.ts'
import { BYTES_LOCK } from '../media/files/bytes-lock.ts'

/**
 * Nothing deletes the bytes of files until the returned function is called: what the snapshot has a row of is still there
 * when its turn comes. The lock ends with its connection, so a backup that is killed keeps nothing back.
 */
export async function keepBytes(ownerUrl: string): Promise<() => Promise<void>> {
  const client = await connectClient(ownerUrl, { statementTimeoutMs: 0 })
  await client.query('set idle_in_transaction_session_timeout = 0')
  // In a transaction, which a pooler leaves on one connection.
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [BYTES_LOCK])
  return () => client.end()
}
