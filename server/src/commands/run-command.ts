import { createConfig, readSettings } from '../config.ts'
import type { Context } from '../context.ts'
import { createContext } from '../create-context.ts'
import { migrate } from '../db/migrate.ts'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { StartupError } from '../startup-error.ts'
import { TASKS } from '../worker.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

/**
 * Runs one command of the operator on the same database, chain and settings as the product, then ends. With the embedded
 * defaults the product itself must not be running: they share one data folder.
 */
export async function runCommand(work: (ctx: Context, say: (text: string) => void) => Promise<void>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const settings = readSettings()
    const quiet = { step: () => undefined, ready: () => undefined }
    const embedded = await startEmbedded({ ...settings, PORT: 0, ADMIN_PORT: 0, MEDIA_PORT: 0, PAY_PORT: 0 }, quiet)
    closers.push(() => embedded.stop())
    const config = createConfig(settings, embedded.values)
    await migrate(config.database.ownerUrl, { appRole: config.database.appRole })
    await migrateJobs(config.database.ownerUrl, TASKS, { appRole: config.database.appRole })
    await embedded.deployContracts(config, quiet)
    const ctx = await createContext({ ...config, role: 'api' })
    closers.push(() => ctx.close())
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    await work(ctx, say)
  } catch (error) {
    process.exitCode = 1
    const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`\n${text}\n`)
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined)
  }
}
