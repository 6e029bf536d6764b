import { once } from 'node:events'
import { ensureSeed } from '../seed.ts'
import { createSignerServer } from './signer-app.ts'
import { systemClock, systemRandom } from '../../../clock.ts'
import { isPooled, logLevelOf } from '../../../config/config.ts'
import type { Settings } from '../../../config/settings.ts'
import { openDatabase } from '../../../db/client.ts'
import { assertSchemaFits } from '../../../db/schema-version.ts'
import { startHeartbeat } from '../../../jobs/heartbeat.ts'
import { createLogger } from '../../../logger.ts'
import { listenFailure } from '../../../errors/listen-failure.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { messageOf } from '../../../errors/without-url-secrets.ts'

/** `ROLE=signer`: the custody alone, with a database and the key of the seed; no chain, no other port, no migrations. */
export async function startSigner(settings: Settings): Promise<{ origin: string; stop(): Promise<void> }> {
  const { DATABASE_URL, WALLET_KEK, SIGNER_SECRET, BIND_HOST, SIGNER_PORT } = settings
  if (!DATABASE_URL || !WALLET_KEK || !SIGNER_SECRET)
    throw new StartupError('ROLE=signer needs DATABASE_URL, WALLET_KEK and SIGNER_SECRET.')
  const log = createLogger(logLevelOf(settings), { role: 'signer' })
  const { DATABASE_PREPARE: isPreparing, DATABASE_POOL_SIZE: maxConnections } = settings
  const db = openDatabase(DATABASE_URL, log, { isPreparing, maxConnections, isPooled: isPooled(settings) })
  const signer = { db, log, clock: systemClock, config: { walletKek: WALLET_KEK } }
  try {
    await assertSchemaFits(db)
    await ensureSeed({ ...signer, random: systemRandom })
  } catch (error) {
    await db.destroy()
    throw error
  }
  const server = createSignerServer(signer, SIGNER_SECRET)
  try {
    await once(server.listen(SIGNER_PORT, BIND_HOST), 'listening')
  } catch (error) {
    await db.destroy()
    throw listenFailure(error, { host: BIND_HOST, port: SIGNER_PORT, setting: 'SIGNER_PORT' })
  }
  const { port } = server.address() as { port: number }
  const heartbeat = startHeartbeat({ ...signer, log, random: systemRandom }, 'signer')
  return {
    origin: `http://${BIND_HOST}:${port}`,
    stop: async () => {
      await heartbeat
        .stop()
        .catch((error: unknown) => log.warn({ error: messageOf(error) }, 'the heartbeat was not ended'))
      await new Promise((resolve) => server.close(resolve))
      await db.destroy()
    },
  }
}
