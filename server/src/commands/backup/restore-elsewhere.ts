import { parseArgs } from 'node:util'
import { z } from 'zod'
import { endWhatWasOpen } from '../../backup/end-what-was-open.ts'
import { backupId } from '../../backup/manifest.ts'
import { systemClock } from '../../clock.ts'
import { openDatabase } from '../../db/client.ts'
import { connectClient } from '../../db/connect-client.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../../db/open-pool.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { checkLedger } from '../../ledger/check-ledger.ts'
import { createLogger } from '../../logger.ts'
import { findRestored } from '../../settings/restored.ts'
import { assertStopped } from '../assert-stopped.ts'
import { runOnServices, type Services } from '../run-command.ts'

const HELP =
  'Until when does the database have everything? npm run restore:elsewhere -- --until 2026-11-25T13:15:16Z, the time that it was brought back to.'
const timeSchema = z.iso.datetime({ offset: true }).pipe(z.coerce.date())

/**
 * `npm run restore:elsewhere`: what `npm run restore` does at its end, on a database that was brought back by other means, for instance
 * to a point in time by pgBackRest. Once, before any process starts on it.
 */
await runOnServices(note, { isOwner: true })

async function note({ config, say }: Services): Promise<void> {
  const { values } = parseArgs({ options: { until: { type: 'string' } } })
  const now = systemClock.now()
  const until = timeSchema.safeParse(values.until)
  if (!until.success || until.data > now) throw new StartupError(HELP)
  const { ownerUrl } = config.database
  const db = openDatabase(ownerUrl, createLogger(config.logLevel), {
    maxConnections: 1,
    statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS,
  })
  try {
    const restored = await findRestored(db)
    // The row of an earlier restore came back with the others.
    if (restored && restored.restoredAt > until.data)
      throw new StartupError('It is known already that this database was restored.')
    await assertStopped(db, { now, since: until.data })
    await endOpen(ownerUrl, { until: until.data, now })
    const problems = await checkLedger(db)
    if (problems.length > 0)
      throw new StartupError(`Its books are not right: ${problems.map(({ check }) => check).join('; ')}.`)
  } finally {
    await db.destroy()
  }
  say('  Its books are right. Sessions and codes have ended, and buying is stopped.')
  say('  Start the product: docs/operations/backup.md says what happens next.')
}

async function endOpen(ownerUrl: string, { until, now }: { until: Date; now: Date }): Promise<void> {
  const client = await connectClient(ownerUrl, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
  try {
    await client.query('begin')
    await endWhatWasOpen(client, { origin: { id: backupId(until), madeAt: until.toISOString() }, now })
    await client.query('commit')
  } finally {
    await client.end()
  }
}
