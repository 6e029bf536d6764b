import { type Config, createConfig, readSettings, type Settings } from '../config.ts'
import type { Context } from '../context.ts'
import { createContext } from '../create-context.ts'
import { listPendingMigrations, migrate } from '../db/migrate.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../db/open-pool.ts'
import { FolderInUse } from '../embedded/folder-lock.ts'
import { joinEmbedded } from '../embedded/join-embedded.ts'
import { type Embedded, startEmbedded } from '../embedded/start-embedded.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { StartupError } from '../startup-error.ts'
import { TASKS } from '../worker.ts'
import { messageOf, stackOf } from '../without-url-secrets.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const quiet = { step: () => undefined, notice: () => undefined, ready: () => undefined }

type Options = {
  /** Refused while the product runs on the same embedded services. */
  isAlone?: boolean
  /** The payment provider of the sandbox is started too, where no product runs that has it. */
  startsSandbox?: boolean
}

/**
 * Runs one command of the operator on the same database, chain and settings as the product, then ends. With the embedded
 * defaults it works beside the running product, or starts what it needs for itself.
 */
export async function runCommand(
  work: (ctx: Context, say: (text: string) => void) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const settings = readSettings()
    const { isJoined, ...embedded } = await startOrJoin(settings, options)
    closers.push(() => embedded.stop())
    const config = createConfig(settings, embedded.values)
    await prepareDatabase(config, { isJoined })
    await embedded.deployContracts(config, quiet)
    const ctx = await createContext({ ...config, role: 'api' }, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
    closers.push(() => ctx.close())
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    if (options.startsSandbox) await embedded.startSandbox(ctx)
    await work(ctx, say)
  } catch (error) {
    process.exitCode = 1
    const text = error instanceof StartupError ? messageOf(error) : stackOf(error)
    process.stderr.write(`\n${text}\n`)
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined)
  }
}

async function startOrJoin(settings: Settings, { isAlone }: Options): Promise<Embedded & { isJoined: boolean }> {
  try {
    const ports = { PORT: 0, ADMIN_PORT: 0, MEDIA_PORT: 0, PAY_PORT: 0 }
    return { ...(await startEmbedded({ ...settings, ...ports }, quiet)), isJoined: false }
  } catch (error) {
    const values = error instanceof FolderInUse && !isAlone && joinEmbedded(settings)
    if (!values) throw error
    const nothing = async () => undefined
    return { values, deployContracts: nothing, startSandbox: nothing, stop: nothing, isJoined: true }
  }
}

/** A product that runs has prepared its database for its own version: a newer one is not slid under it. */
async function prepareDatabase({ database }: Config, { isJoined }: { isJoined: boolean }): Promise<void> {
  const { ownerUrl, appRole } = database
  if (!isJoined) {
    await migrate(ownerUrl, { appRole })
    return migrateJobs(ownerUrl, TASKS, { appRole })
  }
  const pending = await listPendingMigrations(ownerUrl)
  if (pending.length === 0) return
  throw new StartupError(
    `The database of the running product has not had ${pending.join(', ')}. It is of an earlier version, or still starting: start it again, or wait a moment.`,
  )
}
