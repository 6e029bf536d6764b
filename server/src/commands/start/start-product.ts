import { type Config, createConfig } from '../../config/config.ts'
import type { Settings } from '../../config/settings.ts'
import type { Context } from '../../context.ts'
import { createContext } from '../../create-context.ts'
import { watchReplica } from '../../db/replica/replica.ts'
import { assertRights } from '../../db/grants.ts'
import type { Embedded } from '../../embedded/start-embedded.ts'
import { quarantineSweep } from '../../media/uploads/empty-quarantine.ts'
import { claimStorageFolder } from '../../media/storage/claim-storage-folder.ts'
import { wakeForSent } from '../../custody/intents/bells.ts'
import { startHeartbeat } from '../../jobs/heartbeat.ts'
import { keepFirstSettings } from '../../settings/settings-store.ts'
import { startWatch } from '../../health/watch.ts'
import { diskSpaceSweep } from '../../health/watch-disk.ts'
import { runSweep } from '../../jobs/run-sweep.ts'
import { assertPrepared, prepareDatabase } from '../../jobs/prepare-database.ts'
import { createLogger } from '../../logger.ts'
import type { Metrics } from '../../health/metrics/start-metrics.ts'
import type { Progress } from '../../embedded/progress.ts'
import { startServers } from './servers.ts'
import { startWorker, JOBS } from '../../worker.ts'

type Start = {
  settings: Settings
  embedded: Embedded
  progress: Progress
  metrics: Metrics | undefined
  /** Gets what closes each part that has started, in the order of their starts. */
  closers: (() => Promise<unknown>)[]
}

/** Starts the parts of the product on its database and its chains, and says where they are. */
export async function startProduct({ settings, embedded, progress, metrics, closers }: Start): Promise<void> {
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
  const quarantine = runSweep(ctx, quarantineSweep, heartbeat)
  closers.push(() => quarantine.stop())
  const disk = runSweep(ctx, diskSpaceSweep, heartbeat)
  closers.push(() => disk.stop())
  if (config.role !== 'api') {
    const worker = await startWorker(ctx, heartbeat)
    closers.push(() => worker.stop())
    // Only a bell: the next look finds the block.
    embedded.onMined((chain) => void wakeForSent(ctx.db, chain).catch(() => undefined))
  }
  if (config.role !== 'worker') closers.push(...(await serve(ctx)))
  const hasDemo = config.isDemo && (await makeDemo(ctx, progress))
  progress.ready(ctx, { elapsedMs: Math.round(performance.now()), hasDemo })
}

/** @returns what ends it, in the order of the starts */
async function serve(ctx: Context): Promise<(() => Promise<void>)[]> {
  const watch = ctx.replica && watchReplica(ctx.replica)
  const servers = await startServers(ctx)
  return [async () => watch?.stop(), () => servers.stop()]
}

/** In production `npm run db:migrate` alone migrates: several processes of two versions start there in any order. */
async function migrateOrRefuse({ database, isProduction, logLevel }: Config): Promise<string[]> {
  if (!isProduction) return prepareDatabase(database, JOBS)
  await assertPrepared(database.url, JOBS, createLogger(logLevel))
  return []
}

/** Not in dist: production never has it. */
async function makeDemo(ctx: Context, progress: Progress): Promise<boolean> {
  const { startDemo } = await import('../../embedded/demo/start-demo.ts')
  return startDemo(ctx, progress)
}
