import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createLogger } from '../logger.ts'

export const silentLog = createLogger('silent')

/** A folder of its own that is removed at the end of the scope. */
export function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'verso-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Runs `code` in a Node of its own, with this folder's modules at hand as `load('postgres.ts')`, and gives the lines
 * that it prints as JSON. It ends with its test, if not before.
 */
export function launchChild(code: string) {
  const prelude = `
    const load = (name) => import(new URL(name, ${JSON.stringify(import.meta.url)}).href)
    const print = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
    const { createLogger } = await load('../logger.ts')
    const log = createLogger('silent')
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = new Promise<number | null>((resolve) => child.once('exit', (exitCode) => resolve(exitCode)))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return {
    exited,
    kill,
    nextLine: async <T>(): Promise<T> => JSON.parse((await lines.next()).value as string) as T,
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // In a container no process may reap it: such a zombie keeps its number.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits for the end of a process that is not our child, by asking again. */
export async function untilEnded(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(10)
}
