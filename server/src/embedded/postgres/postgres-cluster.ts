import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../logger.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { STOP_GRACE_MS } from '../guarded-process.ts'
import type { PostgresBinaries, RunAs } from './postgres-binaries.ts'

export type ClusterOptions = {
  cluster: string
  owner: string
  ownerPassword: string
  binaries: PostgresBinaries
  runAs: RunAs
}

/** Makes the cluster once, in a folder beside it that is renamed when it is whole: a killed start leaves no half. */
export async function initialiseCluster(options: ClusterOptions): Promise<void> {
  const { cluster, binaries, runAs } = options
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const unfinished = `${cluster}.unfinished`
  const passwordFile = `${cluster}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, options.ownerPassword, { mode: 0o600 })
  if (runAs.uid !== undefined && runAs.gid !== undefined) {
    for (const path of [unfinished, passwordFile]) chownSync(path, runAs.uid, runAs.gid)
  }
  const args = ['-D', unfinished, '-U', options.owner, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  args.push('--encoding=UTF8', ...binaries.localeArgs)
  const [command = '', ...rest] = [...runAs.wrapper, binaries.initdb, ...args]
  const problem = await run(command, rest, runAs)
  rmSync(passwordFile, { force: true })
  if (problem !== undefined) throw new StartupError(`PostgreSQL could not make its data folder ${cluster}: ${problem}`)
  renameSync(unfinished, cluster)
}

/** @returns what went wrong */
async function run(command: string, args: string[], { uid, gid }: RunAs): Promise<string | undefined> {
  const child = spawn(command, args, { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(String(error)))
    child.once('close', (code) => resolve(code === 0 ? undefined : `it ended with ${code}`))
  })
  const [problem, said] = await Promise.all([ended, text(child.stderr).catch(() => '')])
  return problem && (said || problem)
}

const ORPHAN_GRACE_MS = 60_000
const POLL_MS = 50

/**
 * After a crash: waits for a PostgreSQL that is still ending on our cluster. A process that merely got the same number again
 * is left alone.
 */
export async function clearLeftover(
  cluster: string,
  { log, stopGraceMs = STOP_GRACE_MS }: { log: Logger; stopGraceMs?: number },
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return
  if (isPostgresOn(pid, cluster)) {
    log.info({ pid }, 'waiting for a PostgreSQL of an earlier run to end')
    signal(pid, 'SIGINT')
    for (let waitedMs = 0; isPostgresOn(pid, cluster); waitedMs += POLL_MS) {
      // In crash recovery it may never act on the first one.
      if (waitedMs >= stopGraceMs && waitedMs < stopGraceMs + POLL_MS) signal(pid, 'SIGQUIT')
      if (waitedMs > ORPHAN_GRACE_MS)
        throw new StartupError(`PostgreSQL ${pid} still runs on ${cluster}: end it first.`)
      await sleep(POLL_MS)
    }
  }
  // Of a dead server PostgreSQL itself decides, by the file, whether processes of it still write. It only cannot tell a
  // program that has got the same number since.
  if (isAlive(pid)) rmSync(pidFile, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') return false
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return stdout.includes(cluster)
  }
  try {
    // A zombie has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in the meantime.
  }
}
