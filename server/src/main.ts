import { type Config, createConfig, logLevelOf, stopGraceMsOf } from './config/config.ts'
import { inspectSettings, refuseSettings } from './config/read-settings.ts'
import type { Settings } from './config/settings.ts'
import { createContext } from './create-context.ts'
import { assertRights } from './db/grants.ts'
import { describeFailure } from './commands/describe-failure.ts'
import { startDemo } from './embedded/demo/start-demo.ts'
import { explainFullDisk } from './embedded/explain-full-disk.ts'
import { type Embedded, startEmbedded } from './embedded/start-embedded.ts'
import { claimStorageFolder } from './media/storage/claim-storage-folder.ts'
import { findDatabaseProblems, findServiceProblems } from './find-service-problems.ts'
import { startHeartbeat } from './jobs/heartbeat.ts'
import { keepFirstSettings } from './settings/settings-store.ts'
import type { Metrics } from './health/metrics/start-metrics.ts'
import { startWatch } from './health/watch.ts'
import { assertPrepared, prepareDatabase } from './jobs/prepare-database.ts'
import { toldProductionBy } from './config/production-guard.ts'
import { createProgress, type Progress } from './embedded/progress.ts'
import { createLogger } from './logger.ts'
import { startServers } from './servers.ts'
import { StartupError } from './errors/startup-error.ts'
import { startSigner } from './custody/keys/signer/start-signer.ts'
import { startWorker, JOBS } from './worker.ts'

const NODE_MAJOR = 24
const FORCED_EXIT_MS = 20_000
const SIGNAL_BURST_MS = 2_000

/** Starts everything the settings ask for, says where it is, and ends cleanly on Ctrl-C and SIGTERM. */
async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    throw new StartupError(`Verso needs Node ${NODE_MAJOR} or newer; \`npm start\` brings its own.`)
  const startedAtMs = performance.now()
  const { settings, progress } = await readCheckedSettings()
  const closers: (() => Promise<unknown>)[] = []
  const stop = stopOnSignal(closers, FORCED_EXIT_MS + stopGraceMsOf(settings))
  try {
    const metrics = await openMetrics(settings)
    if (metrics) closers.push(() => metrics.stop())
    if (settings.ROLE === 'signer') {
      const signer = await startSigner(settings)
      closers.push(() => signer.stop())
      progress.step(`The signer is ready at ${signer.origin}`)
      return
    }
    const embedded: Embedded = await startEmbedded(settings, progress)
    closers.push(() => embedded.stop())
    const config = createConfig(settings, embedded.values)
    const applied = await migrateOrRefuse(config)
    progress.step(applied.length > 0 ? `Database ready (migrated: ${applied.join(', ')})` : 'Database ready')
    await embedded.deployContracts(config, progress)
    const ctx = await createContext(config)
    closers.push(() => ctx.close())
    await assertRights(ctx.db, config)
    // The embedded database is beside the files, and for one process alone.
    if (settings.DATABASE_URL) await claimStorageFolder(ctx)
    await keepFirstSettings(ctx)
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    // A worker uses the one of the process that answers requests.
    if (config.role !== 'worker') await embedded.startSandbox(ctx)
    metrics?.follow(ctx)
    const heartbeat = startHeartbeat(ctx, config.role)
    closers.push(() => heartbeat.stop())
    const watch = startWatch(ctx)
    closers.push(() => watch.stop())
    if (config.role !== 'api') {
      const worker = await startWorker(ctx, heartbeat)
      closers.push(() => worker.stop())
    }
    const servers = config.role === 'worker' ? undefined : await startServers(ctx)
    if (servers) closers.push(() => servers.stop())
    const hasDemo = config.isDemo && (await startDemo(ctx, progress))
    progress.ready(ctx, { elapsedMs: Math.round(performance.now() - startedAtMs), hasDemo })
  } catch (error) {
    await stop()
    throw explainFullDisk(error, settings.DATA_DIR)
  }
}

/** The settings, once the services they name have answered too: all that is wrong is in one message. */
async function readCheckedSettings(): Promise<{ settings: Settings; progress: Progress }> {
  const { settings, problems, notices } = inspectSettings()
  const isProduction = toldProductionBy(settings) !== undefined
  const found = await (isProduction ? findServiceProblems(settings) : findDatabaseProblems(settings))
  if (problems.length + found.length > 0) throw refuseSettings([...problems, ...found])
  const progress = createProgress(settings)
  for (const notice of notices) progress.notice(notice)
  return { settings, progress }
}

/** In production `npm run db:migrate` alone migrates: several processes of two versions start there in any order. */
async function migrateOrRefuse({ database, isProduction, logLevel }: Config): Promise<string[]> {
  if (!isProduction) return prepareDatabase(database, JOBS)
  await assertPrepared(database.url, JOBS, createLogger(logLevel))
  return []
}

/** Loaded where it is asked for: a start on a person's own machine has no use for it. */
async function openMetrics(settings: Settings): Promise<Metrics | undefined> {
  const { METRICS_PORT: port, BIND_HOST: host, ROLE: role } = settings
  if (port === undefined) return undefined
  const { startMetrics } = await import('./health/metrics/start-metrics.ts')
  return startMetrics({ host, port, role, log: createLogger(logLevelOf(settings), { role }) })
}

/** Closes what was opened, last first; a second signal or a hang ends the process at once. */
function stopOnSignal(closers: (() => Promise<unknown>)[], forcedExitMs: number): () => Promise<void> {
  let stopping: Promise<void> | undefined
  let stoppingSinceMs = 0
  const stop = () => {
    if (!stopping) stoppingSinceMs = performance.now()
    stopping ??= (async () => {
      for (const close of closers.reverse()) await close().catch(() => undefined)
    })()
    return stopping
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // One Ctrl-C arrives up to three times: from the terminal, from npm and from scripts/run.mjs.
      if (stopping && performance.now() - stoppingSinceMs < SIGNAL_BURST_MS) return
      if (stopping) process.exit(1)
      setTimeout(() => process.exit(1), forcedExitMs).unref()
      void stop().then(() => process.exit(0))
    })
  }
  return stop
}

function fail(error: unknown): never {
  process.stderr.write(`\n${describeFailure(error)}\n`)
  process.exit(1)
}

// Node itself would print the error's fields, in which libraries keep the addresses of nodes with their keys.
process.on('uncaughtException', fail)
main().catch(fail)
