import { type Config, createConfig } from '../config/config.ts'
import { readSettings } from '../config/read-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { createContext } from '../create-context.ts'
import { isEmptyDatabase, listPendingMigrations } from '../db/migrate.ts'
import { LONG_STATEMENT_TIMEOUT_MS } from '../db/open-pool.ts'
import { PREPARE_FIRST } from '../db/schema-version.ts'
import { describeFailure } from './describe-failure.ts'
import { FolderInUse } from '../embedded/folder-lock.ts'
import { isPortFree } from '../embedded/free-port.ts'
import { joinEmbedded } from '../embedded/join-embedded.ts'
import { type Embedded, startEmbedded } from '../embedded/start-embedded.ts'
import { findConnectionProblems } from './start/find-service-problems.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { StartupError } from '../errors/startup-error.ts'
import { JOBS } from '../worker.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)
const quiet = { step: () => undefined, notice: () => undefined, ready: () => undefined }

type Options = {
  /** Refused while the product runs on the same embedded services. */
  isAlone?: boolean
  /** Works as the owner of the database. */
  isOwner?: boolean
  /** Called before anything is started. */
  prepare?: (settings: Settings) => Promise<void>
}

/**
 * Runs one command of the operator on the same database, chain and settings as the product, then ends. With the embedded
 * defaults it works beside the running product, or starts what it needs for itself.
 */
export const runCommand = (
  work: (ctx: Context, say: (text: string) => void) => Promise<void>,
  options: Options & {
    /** The payment provider of the sandbox is started too, where no product runs that has it. */
    startsSandbox?: boolean
  } = {},
): Promise<void> =>
  runOnServices(async ({ settings, config, embedded, closers }) => {
    await checkDatabase(config, { isEmbedded: !embedded.isJoined && settings.DATABASE_URL === undefined })
    await embedded.deployContracts(config, quiet)
    const ctx = await createContext({ ...config, role: 'api' }, { statementTimeoutMs: LONG_STATEMENT_TIMEOUT_MS })
    closers.push(() => ctx.close())
    await ctx.jobs.start()
    closers.push(() => ctx.jobs.stop())
    // Beside a product on services of the operator's own, its sandbox is there already.
    if (options.startsSandbox && (await isPortFree(settings.PAY_PORT))) await embedded.startSandbox(ctx)
    await work(ctx, say)
  }, options)

export type Services = {
  settings: Settings
  config: Config
  embedded: Embedded & { isJoined: boolean }
  /** Called at the end, the last first. */
  closers: (() => Promise<unknown>)[]
  say(text: string): void
}

/** The same for a command that needs neither nodes nor a prepared database. */
export async function runOnServices(work: (services: Services) => Promise<void>, options: Options = {}): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const settings = readSettings(undefined, { purpose: options.isOwner ? 'owner' : 'product' })
    const problems = await findConnectionProblems(settings)
    if (problems.length > 0) throw new StartupError(problems.join('\n'))
    await options.prepare?.(settings)
    const embedded = await startOrJoin(settings, options)
    closers.push(() => embedded.stop())
    await work({ settings, config: createConfig(settings, embedded.values), embedded, closers, say })
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`\n${describeFailure(error)}\n`)
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined)
  }
}

async function startOrJoin(settings: Settings, { isAlone }: Options): Promise<Embedded & { isJoined: boolean }> {
  try {
    const ports = { PORT: 0, ADMIN_PORT: 0, MEDIA_PORT: 0, PAY_PORT: 0 }
    return { ...(await startEmbedded({ ...settings, ...ports }, quiet, { isAlone })), isJoined: false }
  } catch (error) {
    const values = error instanceof FolderInUse && !isAlone && joinEmbedded(settings)
    if (!values) throw error
    const nothing = async () => undefined
    return {
      values,
      deployContracts: nothing,
      startSandbox: nothing,
      onMined: () => undefined,
      stop: nothing,
      isJoined: true,
    }
  }
}

/**
 * A command changes no schema that holds data: what the product prepared for its own version stays. Only the embedded
 * database is made here when it is empty, so that a command may be the first thing that is run.
 */
async function checkDatabase({ database }: Config, { isEmbedded }: { isEmbedded: boolean }): Promise<void> {
  const { ownerUrl, appRole } = database
  if (isEmbedded && (await isEmptyDatabase(ownerUrl))) {
    await prepareDatabase({ ownerUrl, appRole }, JOBS)
    return
  }
  const pending = await listPendingMigrations(ownerUrl)
  if (pending.length === 0) return
  throw new StartupError(
    `The database has not had ${pending.join(', ')}. ${PREPARE_FIRST} No other command changes a schema.`,
  )
}
