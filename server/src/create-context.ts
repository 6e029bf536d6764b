import { join } from 'node:path'
import { connectChains } from './custody/chains/connect-chains.ts'
import { type Clock, type Random, systemClock, systemRandom } from './clock.ts'
import type { Config } from './config/config.ts'
import { CONSUMERS } from './consumers.ts'
import type { CustodyContext } from './custody/outcomes.ts'
import { openDatabase } from './db/client.ts'
import { createDirectConnection } from './db/direct/direct-connection.ts'
import { createReplica } from './db/replica/replica.ts'
import { createFailpoints } from './failpoints.ts'
import { createMailer } from './gateways/mail/create-mailer.ts'
import { createPaymentProvider } from './gateways/payments/create-payment-provider.ts'
import { createPinner } from './gateways/ipfs/create-pinner.ts'
import { createSmsSender } from './gateways/sms/create-sms-sender.ts'
import { createStorage } from './gateways/storage/create-storage.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLogger, type Logger } from './logger.ts'
import { OUTCOMES } from './outcomes.ts'
import { createMediaProcess } from './media/process/media-process.ts'

/** Builds the one context that server, worker, commands and tests use; plain construction, nothing is started. */
export async function createContext(
  config: Config,
  overrides: { clock?: Clock; random?: Random; log?: Logger; statementTimeoutMs?: number } = {},
): Promise<CustodyContext & { close(): Promise<void> }> {
  const log = overrides.log ?? createLogger(config.logLevel, { role: config.role })
  const clock = overrides.clock ?? systemClock
  const { url, readUrl, listenUrl, isPreparing, isPooled, poolSize } = config.database
  const { statementTimeoutMs } = overrides
  // A limit of its own needs connections of its own.
  const db =
    statementTimeoutMs === undefined
      ? openDatabase(url, log, { maxConnections: poolSize, isPreparing, isPooled })
      : openDatabase(listenUrl, log, { maxConnections: poolSize, statementTimeoutMs })
  const direct = createDirectConnection(listenUrl, log)
  const jobs = createJobs(url, log, { isWorker: config.role === 'all' || config.role === 'worker', isPooled, direct })
  const base = {
    config,
    db,
    direct,
    ...(readUrl && { replica: createReplica(db, openDatabase(readUrl, log, { isPreparing }), { clock, log }) }),
    log,
    clock,
    random: overrides.random ?? systemRandom,
    jobs,
    consumers: CONSUMERS,
    failpoints: createFailpoints(),
  }
  const closeDatabases = async () => {
    await base.replica?.close()
    await direct.close()
    await db.destroy()
  }
  try {
    const context: CustodyContext = {
      ...base,
      outcomes: OUTCOMES,
      mailer: await createMailer(config),
      smsSender: createSmsSender(config),
      storage: await createStorage(config),
      media: createMediaProcess({ codeCache: join(config.dataDir, 'code-cache') }),
      pinner: createPinner(config),
      payments: createPaymentProvider(config, base),
      chains: await connectChains(base),
    }
    return {
      ...context,
      close: async () => {
        await context.media.stop()
        await closeDatabases()
      },
    }
  } catch (error) {
    // Open connections would keep a command that has failed for ten seconds more.
    await closeDatabases()
    throw error
  }
}
