import type { Settings } from './config/settings.ts'
import { logLevelOf, stopGraceMsOf } from './config/config.ts'
import { inspectSettings, refuseSettings } from './config/read-settings.ts'
import { explainFullDisk } from './embedded/explain-full-disk.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import type { Metrics } from './health/metrics/start-metrics.ts'
import type { Tracing } from './health/tracing/start-tracing.ts'
import { toldProductionBy } from './config/production-guard.ts'
import { createProgress, type Progress } from './embedded/progress.ts'
import { createLogger } from './logger.ts'
import { StartupError } from './errors/startup-error.ts'

const NODE_MAJOR = 24
const FORCED_EXIT_MS = 20_000
const SIGNAL_BURST_MS = 2_000

/**
 * Starts everything the settings ask for, prints where it is, and ends cleanly on Ctrl-C and SIGTERM. What is imported above is
 * little: PostgreSQL and the chains start while the rest of the product is loaded (docs/decisions/0264).
 */
async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    throw new StartupError(`Verso needs Node ${NODE_MAJOR} or newer; \`npm start\` brings its own.`)
  const { settings, progress } = await readCheckedSettings()
  const closers: (() => Promise<unknown>)[] = []
  const stop = stopOnSignal(closers, FORCED_EXIT_MS + stopGraceMsOf(settings))
  try {
    const metrics = await openMetrics(settings)
    if (metrics) closers.push(() => metrics.stop())
    const tracing = await openTracing(settings)
    if (tracing) closers.push(() => tracing.stop())
    if (settings.ROLE === 'signer') {
      const { startSigner } = await import('./custody/keys/signer/start-signer.ts')
      const signer = await startSigner(settings)
      closers.push(() => signer.stop())
      progress.step(`The signer is ready at ${signer.origin}`)
      return
    }
    const starting = startEmbedded(settings, progress).then((embedded) => {
      closers.push(() => embedded.stop())
      return embedded
    })
    const [embedded, { startProduct }] = await Promise.all([starting, import('./commands/start/start-product.ts')])
    await startProduct({ settings, embedded, progress, metrics, closers })
  } catch (error) {
    await stop()
    throw explainFullDisk(error, settings.DATA_DIR)
  }
}

/** The settings, once the services they name have answered too: all that is wrong is in one message. */
async function readCheckedSettings(): Promise<{ settings: Settings; progress: Progress }> {
  const { settings, problems, notices } = inspectSettings()
  const found = await findProblems(settings)
  if (problems.length + found.length > 0) throw refuseSettings([...problems, ...found])
  const progress = createProgress(settings)
  for (const notice of notices) progress.notice(notice)
  return { settings, progress }
}

/** Loaded where it is asked for: a start on a person's own machine has no use for it. */
async function openMetrics(settings: Settings): Promise<Metrics | undefined> {
  const { METRICS_PORT: port, BIND_HOST: host, ROLE: role } = settings
  if (port === undefined) return undefined
  const { startMetrics } = await import('./health/metrics/start-metrics.ts')
  return startMetrics({ host, port, role, log: createLogger(logLevelOf(settings), { role }) })
}

async function openTracing(settings: Settings): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE: role } = settings
  if (!endpoint) return undefined
  const { startTracing } = await import('./health/tracing/start-tracing.ts')
  const log = createLogger(logLevelOf(settings), { role })
  const { OTEL_EXPORTER_OTLP_HEADERS: headers = '', OTEL_TRACES_SAMPLER_ARG: share } = settings
  return startTracing({ endpoint, headers, share, role, log })
}

async function findProblems(settings: Settings): Promise<string[]> {
  const isProduction = toldProductionBy(settings) !== undefined
  if (!isProduction && !settings.DATABASE_URL && !settings.MIGRATION_DATABASE_URL) return []
  const { findServiceProblems, findDatabaseProblems } = await import('./commands/start/find-service-problems.ts')
  return isProduction ? findServiceProblems(settings) : findDatabaseProblems(settings)
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

async function fail(error: unknown): Promise<void> {
  const { describeFailure } = await import('./commands/describe-failure.ts')
  process.stderr.write(`\n${describeFailure(error)}\n`)
  process.exit(1)
}

// Node itself would print the error's fields, in which libraries keep the addresses of nodes with their keys.
process.on('uncaughtException', (error) => void fail(error))
main().catch(fail)
