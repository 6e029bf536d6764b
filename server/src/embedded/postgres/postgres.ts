import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Logger } from '../../logger.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { explainFullDisk, saysDiskFull } from '../explain-full-disk.ts'
import { lockFolder } from '../folder-lock.ts'
import { findFreePort } from '../free-port.ts'
import { type GuardedProcess, spawnGuarded } from '../guarded-process.ts'
import { keepRunning } from '../keep-running.ts'
import { chooseRunAs, findPostgresBinaries, openWay, type PostgresBinaries } from './postgres-binaries.ts'
import { type ClusterOptions, clearLeftover, initialiseCluster } from './postgres-cluster.ts'
import { writeFileAtomically } from '../write-file-atomically.ts'

export type PostgresOptions = {
  /** Holds the cluster, its log and the passwords of its two roles. */
  dataDir: string
  log: Logger
  port?: number
  /** False (for tests) trades safety against power loss for speed. */
  isDurable?: boolean
  settings?: Record<string, string>
  /** How long a clean stop may take before SIGQUIT, for tests. */
  stopGraceMs?: number
  /** Another PostgreSQL than npm's, for tests. */
  binaries?: PostgresBinaries
  /** False makes root use another user's id even where a user namespace would work. */
  useNamespace?: boolean
}

export type DatabaseAccess = {
  /** For migrations: owns the database and is superuser. */
  ownerUrl: string
  /** For the product: may only do what the migrations grant. */
  appUrl: string
  appRole: string
}
export type EmbeddedPostgres = DatabaseAccess & {
  port: number
  pid: number
  stop(): Promise<void>
}

const DATABASE = 'verso'
const OWNER = 'verso_owner'
const APP = 'verso_app'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
const FAST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10s' }

/**
 * Starts PostgreSQL on its own folder and makes role and database at the first start. It ends with this process,
 * however this process ends.
 * @throws StartupError
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dataDir)
  try {
    const passwords = readPasswords(dataDir)
    const binaries = options.binaries ?? (await findPostgresBinaries())
    const runAs = chooseRunAs(binaries, options)
    openWay(dataDir, runAs)
    const cluster = { cluster: join(dataDir, 'cluster'), owner: OWNER, ownerPassword: passwords.owner, binaries, runAs }
    await initialiseCluster(cluster)
    let { port } = options
    const startOn = async () => {
      await clearLeftover(cluster.cluster, options)
      const started = await startServer(cluster, { ...options, port })
      port = started.port
      return started.server
    }
    const server = await keepRunning(startOn, { name: 'PostgreSQL', log: options.log })
    const stop = async () => {
      await server.stop()
      lock.release()
    }
    const running = port as unknown as number
    await prepareDatabase(urlOf(OWNER, passwords.owner, running, 'postgres'), passwords.app).catch(
      async (error: Error) => {
        await server.stop()
        throw new StartupError(
          `PostgreSQL could not make its database: ${error.message}. Its log is ${cluster.cluster}.log.`,
        )
      },
    )
    return {
      ...accessTo(passwords, running),
      port: running,
      get pid() {
        return server.current().pid
      },
      stop,
    }
  } catch (error) {
    lock.release()
    throw explainFullDisk(error, dataDir)
  }
}

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

const accessTo = (passwords: Passwords, port: number): DatabaseAccess => ({
  ownerUrl: urlOf(OWNER, passwords.owner, port, DATABASE),
  appUrl: urlOf(APP, passwords.app, port, DATABASE),
  appRole: APP,
})

/** The way into a cluster that another process has started on `port`. */
export const readDatabaseAccess = (dataDir: string, port: number): DatabaseAccess =>
  accessTo(readPasswords(dataDir), port)

const passwordsSchema = z.object({ owner: z.string().min(1), app: z.string().min(1) })
type Passwords = z.output<typeof passwordsSchema>

function readPasswords(dataDir: string): Passwords {
  const file = join(dataDir, 'passwords.json')
  try {
    return passwordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    if (existsSync(join(dataDir, 'cluster'))) {
      throw new StartupError(`${file} cannot be read, and without it the database beside it cannot be opened.`)
    }
  }
  const passwords = { owner: randomBytes(24).toString('hex'), app: randomBytes(24).toString('hex') }
  writeFileAtomically(file, JSON.stringify(passwords))
  return passwords
}

const BIND_ATTEMPTS = 3
/** How long the processes of a killed server may take to see that it is gone. */
const ORPHANS_MS = 60_000
const ORPHANS_PAUSE_MS = 500

/**
 * A free port may be taken by another program before the server binds it: then another one is tried. After a kill -9 the
 * server refuses to start while processes of the last one still write.
 */
async function startServer(cluster: ClusterOptions, options: PostgresOptions) {
  const orphansEndMs = performance.now() + ORPHANS_MS
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort())
    try {
      return { server: await launch(cluster, options, port), port }
    } catch (error) {
      const hasOrphans = error instanceof StartupError && error.message.includes('pre-existing shared memory block')
      if (hasOrphans && performance.now() < orphansEndMs) {
        await sleep(ORPHANS_PAUSE_MS)
        continue
      }
      const isTaken = error instanceof StartupError && error.message.includes('Address already in use')
      if (!isTaken || options.port !== undefined || attempt >= BIND_ATTEMPTS) throw error
    }
  }
}

async function launch(cluster: ClusterOptions, options: PostgresOptions, port: number): Promise<GuardedProcess> {
  const logFile = `${cluster.cluster}.log`
  const logStart = startLog(logFile)
  const settings = { ...SETTINGS, ...(options.isDurable === false ? FAST_SETTINGS : {}), ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = openSync(logFile, 'a', 0o600)
  const server = spawnGuarded(cluster.binaries.postgres, ['-D', cluster.cluster, '-p', String(port), ...flags], {
    stopSignal: 'INT',
    stopGraceMs: options.stopGraceMs,
    output,
    ...cluster.runAs,
  })
  closeSync(output)
  try {
    const hasNoSpace = () => saysDiskFull(readFileSync(logFile, 'utf8').slice(logStart))
    await waitUntilReady(
      { server, hasNoSpace },
      `postgres://${OWNER}:${cluster.ownerPassword}@127.0.0.1:${port}/postgres`,
    )
    return server
  } catch (error) {
    await server.stop()
    const lines = readFileSync(logFile, 'utf8').slice(logStart).trim().split('\n').slice(-8).join('\n  ')
    throw new StartupError(
      `PostgreSQL did not start (${(error as Error).message}). Its log ${logFile} says:\n  ${lines}`,
    )
  }
}

const LOG_LIMIT_BYTES = 10_000_000

/** The place in the log at which this run's lines begin; a log that has grown long starts anew. */
function startLog(logFile: string): number {
  const size = existsSync(logFile) ? statSync(logFile).size : 0
  if (size <= LOG_LIMIT_BYTES) return size
  rmSync(logFile)
  return 0
}

const READY_TIMEOUT_MS = 120_000
const POLL_MS = 20
const LOG_POLL_MS = 500

type Starting = { server: GuardedProcess; hasNoSpace(): boolean }

async function waitUntilReady({ server, hasNoSpace }: Starting, url: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (!server.isRunning()) throw new Error('it ended at once')
    if (await canConnect(url)) return
    if (waitedMs % LOG_POLL_MS === 0 && hasNoSpace()) throw new Error('the disk is full')
    await sleep(POLL_MS)
  }
  throw new Error(`no answer within ${READY_TIMEOUT_MS / 1000} s`)
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    // Not listening yet, still recovering, or (until it ends for want of the port) another server.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function prepareDatabase(adminUrl: string, appPassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [APP])
    if (roles.rowCount === 0) await client.query(`create role ${APP} login password ${pg.escapeLiteral(appPassword)}`)
    const databases = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}
