import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type GuardedProcess, spawnGuarded } from '../../server/src/embedded/guarded-process.ts'
import { descendantsOf } from '../../server/test/processes.ts'

/** A folder of the user that databases run as, with what runs in it. */
export type Machine = {
  home: string
  /** @returns the path, of which only that user may read */
  makeFolder(path: string): string
  write(path: string, content: string): string
  /** Runs until it is stopped; its output goes to `log`.log in the folder. */
  start(program: string, args: string[], log: string): GuardedProcess
  /** @throws Error with all that it said, unless it ends with 0 */
  run(program: string, args: string[]): Promise<void>
}

export function openMachine(home: string): Machine {
  const user = databaseUser()
  const own = (path: string) => 'uid' in user && chownSync(path, user.uid, user.gid)
  const makeFolder = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    own(path)
    return path
  }
  const write = (path: string, content: string) => {
    writeFileSync(path, content, { mode: 0o600 })
    own(path)
    return path
  }
  const start = (program: string, args: string[], log: string) =>
    spawnGuarded(program, args, { stopSignal: 'TERM', output: openSync(join(home, `${log}.log`), 'a'), ...user })
  const run = async (program: string, args: string[]) => {
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...user })
    const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    const [ended, ...said] = await Promise.all([code, text(child.stdout), text(child.stderr)])
    if (ended !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${ended}:\n${said.join('')}`)
  }
  return { home: makeFolder(home), makeFolder, write, start, run }
}

/** Neither PostgreSQL nor etcd has to be root: as root we start them as Debian's user of PostgreSQL. */
function databaseUser(): { uid: number; gid: number } | Record<string, never> {
  if (userInfo().uid !== 0) return {}
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** As when a machine loses power: a program, and each of `others`, with all that runs below them. */
export function killAtOnce(program: GuardedProcess | undefined, others: number[] = []): void {
  const below = [...descendantsOf(program?.pid ?? 0), ...others.flatMap((pid) => [pid, ...descendantsOf(pid)])]
  for (const pid of below)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with the one before.
    }
}
