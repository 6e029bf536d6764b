import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

export type GuardedProcess = {
  pid: number
  exited: Promise<number>
  isRunning(): boolean
  /** Only when started with `output: 'pipe'`. */
  stdout: Readable | null
  stop(): Promise<void>
}

export type GuardedOptions = {
  stopSignal: 'INT' | 'TERM' | 'KILL'
  /** How long the program may take to end after it, before SIGQUIT ends it at once. */
  stopGraceMs?: number
  /** The target of standard output and errors: a file descriptor, or a pipe to us. */
  output: number | 'pipe'
  /** How to become another user first, for instance `['unshare', '--user', …]`. */
  wrapper?: string[]
  uid?: number
  gid?: number
}

/** A PostgreSQL in crash recovery may never act on SIGINT; SIGQUIT it obeys in any state, and recovers at its next start. */
export const STOP_GRACE_MS = 20_000
/** After SIGQUIT: what has not ended by then ends with its group. */
const QUIT_GRACE_MS = 10_000

/**
 * The guard is a shell that holds the reading end of a pipe from us. When we die, even by kill -9, the pipe closes,
 * `read` returns, and the guard stops the program. A group of its own keeps the terminal's Ctrl-C away from it, so
 * that the server can drain first. The second `wait` is for a signal that interrupted the first. The steps of the wait for
 * SIGQUIT are short, because the one that is under way when the program ends outlives the guard. The guard's
 * own output goes nowhere: a word to our closed pipe would end it before it has ended the watch.
 */
const GUARD = `
exec 3<&0
"$@" </dev/null 3<&- &
program=$!
exec >/dev/null 2>&1
trap 'kill -SIGNAL $program' INT TERM HUP
end() {
  kill -SIGNAL $program
  steps=STEPS
  while [ $steps -gt 0 ]; do sleep 0.5; steps=$((steps - 1)); done
  kill -QUIT $program
}
(read _ <&3; end) &
watch=$!
exec 3<&-
wait $program
code=$?
wait $program
kill $watch
exit $code
`

const STEP_MS = 500
const graceOf = ({ stopGraceMs = STOP_GRACE_MS }: GuardedOptions): number => stopGraceMs

/** Starts a program that cannot outlive this process. */
export function spawnGuarded(program: string, args: string[], options: GuardedOptions): GuardedProcess {
  const [command, ...rest] = guardedCommand(program, args, options)
  const child = spawn(command, rest, {
    cwd: '/',
    detached: process.platform !== 'win32',
    stdio: ['pipe', options.output, options.output],
    uid: options.uid,
    gid: options.gid,
  })
  let isRunning = true
  const exited = new Promise<number>((resolve) => {
    const end = (code: number | null) => {
      isRunning = false
      resolve(code ?? -1)
    }
    child.once('exit', end)
    child.once('error', () => end(null))
  })
  // Writing to a program that has just died is no error of ours.
  child.stdin?.on('error', () => {})
  const stop = async () => {
    if (!isRunning) return
    child.stdin?.end()
    if (process.platform === 'win32') child.kill()
    const timer = setTimeout(() => killGroup(child.pid), graceOf(options) + QUIT_GRACE_MS)
    await exited
    clearTimeout(timer)
  }
  return { pid: child.pid ?? 0, exited, isRunning: () => isRunning, stdout: child.stdout, stop }
}

function guardedCommand(program: string, args: string[], options: GuardedOptions): [string, ...string[]] {
  if (process.platform === 'win32') return [program, ...args]
  const steps = String(Math.ceil(graceOf(options) / STEP_MS))
  const script = GUARD.replaceAll('SIGNAL', options.stopSignal).replace('STEPS', steps)
  const command = [...(options.wrapper ?? []), '/bin/sh', '-c', script, 'guard', program, ...args]
  return command as [string, ...string[]]
}

function killGroup(pid: number | undefined): void {
  if (!pid || process.platform === 'win32') return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
