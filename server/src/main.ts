import { createConfig, inspectSettings, refuseSettings } from './config.ts'
import { createContext } from './create-context.ts'
import { migrate } from './db/migrate.ts'
import { startDemo } from './embedded/demo/start-demo.ts'
import { type Embedded, startEmbedded } from './embedded/start-embedded.ts'
import { keepFirstSettings } from './features/operations/settings-store.ts'
import { migrateJobs } from './jobs/jobs.ts'
import { createProgress } from './progress.ts'
import { startServers } from './servers.ts'
import { StartupError } from './startup-error.ts'
import { startSigner } from './start-signer.ts'
import { messageOf, stackOf } from './without-url-secrets.ts'
import { startWorker, TASKS } from './worker.ts'

const NODE_MAJOR = 24
const FORCED_EXIT_MS = 20_000
const SIGNAL_BURST_MS = 2_000

/** Starts everything the settings ask for, prints where it is, and ends cleanly on Ctrl-C and SIGTERM. */
async function main(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
    throw new StartupError(`Verso needs Node ${NODE_MAJOR} or newer; \`npm start\` brings its own.`)
  const startedAtMs = performance.now()
  const progress = createProgress()
  const { settings, problems, notices } = inspectSettings()
  if (problems.length > 0) throw refuseSettings(problems)
  for (const notice of notices) progress.notice(notice)
  const closers: (() => Promise<unknown>)[] = []
  const stop = stopOnSignal(closers)
  try {
    if (settings.ROLE === 'signer') {
      const signer = await startSigner(settings)
      closers.push(() => signer.stop())
      progress.step(`The signer is ready at ${signer.origin}`)
      return
    }
    const embedded: Embedded = await startEmbedded(settings, progress)
    closers.push(() => embedded.stop())
    const config = createConfig(settings, embedded.values)
    const applied = await migrate(config.database.ownerUrl, { appRole: config.database.appRole })
    await migrateJobs(config.database.ownerUrl, TASKS, { appRole: config.database.appRole })
    progress.step(applied.length > 0 ? `Database ready (migrated: ${applied.join(', ')})` : 'Database ready')
    await embedded.deployContracts(config, progress)
    const ctx = await createContext(config)
    closers.push(() => ctx.close())
    await keepFirstSettings(ctx)
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    await embedded.startSandbox(ctx)
    if (config.role !== 'api') {
      const worker = await startWorker(ctx)
      closers.push(() => worker.stop())
    }
    const servers = config.role === 'worker' ? undefined : await startServers(ctx)
    if (servers) closers.push(() => servers.stop())
    const hasDemo = config.isDemo && (await startDemo(ctx, progress))
    progress.ready(ctx, { elapsedMs: Math.round(performance.now() - startedAtMs), hasDemo })
  } catch (error) {
    await stop()
    throw error
  }
}

/** Closes what was opened, last first; a second signal or a hang ends the process at once. */
function stopOnSignal(closers: (() => Promise<unknown>)[]): () => Promise<void> {
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
      setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref()
      void stop().then(() => process.exit(0))
    })
  }
  return stop
}

function fail(error: unknown): never {
  process.stderr.write(`\n${error instanceof StartupError ? messageOf(error) : stackOf(error)}\n`)
  process.exit(1)
}

// Node itself would print the error's fields, in which libraries keep the addresses of nodes with their keys.
process.on('uncaughtException', fail)
main().catch(fail)
