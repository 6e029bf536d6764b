import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { AppError, type ErrorCode, type FieldErrors } from '../../http/app-error.ts'
import { createTurns } from './turns.ts'
import type { MediaOutput } from '../../gateways/media/media-tasks.ts'
import type { MediaProcess } from '../../gateways/media/media-process.ts'
import { MediaError, UnfinishedMediaError } from '../../gateways/media/media-error.ts'
import type { MediaAnswer, MediaRequest } from './channel.ts'

const CHILD = new URL('./child.worker.ts', import.meta.url)
const MAX_AT_ONCE = 2
/** A small nursery: the chunks of a large file are collected early instead of piling up. */
const NODE_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=1']
/** A process killed from outside, or for memory left by an earlier file, proves nothing about this file. */
const TRIES = 2

type Outcome = MediaAnswer | 'died' | 'late' | 'not started'
type Options = {
  idleMs?: number
  timeoutMs?: number
  child?: URL
  /** Where children keep their compiled code: the next one starts faster, and without the compiler in its memory. */
  codeCache?: string
}

/**
 * Decoders and parsers of members' files run beside the server: no file can stop or fill it, and their memory goes back to the
 * system when the processes end, soon after the last file. One file at a time in each; they end with the server, however
 * that ends.
 */
export function createMediaProcess(options: Options = {}): MediaProcess {
  const { idleMs = 5_000, timeoutMs = 60_000, child = CHILD, codeCache } = options
  const children = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const turns = createTurns(MAX_AT_ONCE)
  let isStopped = false

  const start = () => {
    const env = { MALLOC_ARENA_MAX: '2', ...(codeCache && { NODE_COMPILE_CACHE: codeCache }) }
    const started = fork(child, { ...SEPARATE, execArgv: NODE_FLAGS, env })
    children.add(started)
    const forget = () => {
      children.delete(started)
      clearTimeout(idle.get(started))
      idle.delete(started)
    }
    // Without a process there is no exit to hear of.
    return started.once('exit', forget).on('error', () => started.pid === undefined && forget())
  }
  const takeIdle = () => {
    const [taken] = idle.keys()
    if (!taken) return undefined
    clearTimeout(idle.get(taken))
    idle.delete(taken)
    setReferenced(taken, true)
    return taken
  }
  const keepIdle = (free: ChildProcess) => {
    setReferenced(free, false)
    const endIdle = () => {
      // It takes a moment to end, in which it must get no more work.
      idle.delete(free)
      free.kill('SIGKILL')
    }
    idle.set(free, setTimeout(endIdle, idleMs).unref())
  }
  const attempt = async (request: MediaRequest, endsAt: number, isFirst: boolean): Promise<Outcome> => {
    const chosen = (isFirst && takeIdle()) || start()
    const outcome = await exchange(chosen, request, Math.max(1, endsAt - performance.now()))
    if (typeof outcome === 'object' && !isStopped) keepIdle(chosen)
    else chosen.kill('SIGKILL')
    return outcome
  }
  const perform = async (request: MediaRequest, limitMs: number): Promise<unknown> => {
    // All tries together take no longer than one may.
    const endsAt = performance.now() + limitMs
    for (let tries = 1; ; tries++) {
      if (isStopped) throw unavailable()
      const outcome = await attempt(request, endsAt, tries === 1)
      if (typeof outcome === 'object') return unwrap(outcome)
      if (outcome === 'not started') throw unavailable()
      if (outcome === 'late') throw new UnfinishedMediaError(`${request.task} took too long`)
      if (tries === TRIES && !isStopped) throw new UnfinishedMediaError(`${request.task} ended its process`)
    }
  }
  return {
    run: async (task, input, order = {}) => {
      const share = { ...order }
      await turns.take(share)
      try {
        return (await perform({ task, input }, order.timeoutMs ?? timeoutMs)) as MediaOutput<typeof task>
      } finally {
        turns.release(share)
      }
    },
    pids: () => [...children].flatMap(({ pid }) => pid ?? []),
    stop: async () => {
      isStopped = true
      await Promise.all([...children].map(end))
    },
  }
}

/** With an environment of its own: the child gets no settings or secrets of the server. */
const SEPARATE: ForkOptions = {
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
}

function exchange(child: ChildProcess, request: MediaRequest, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      clearTimeout(timer)
      child.off('message', onAnswer).off('exit', onEnd).off('error', onEnd)
      resolve(outcome)
    }
    const onAnswer = (answer: unknown) => finish(answer as MediaAnswer)
    const onEnd = () => finish(child.pid === undefined ? 'not started' : 'died')
    const timer = setTimeout(() => finish('late'), timeoutMs)
    child.on('message', onAnswer).on('exit', onEnd).on('error', onEnd)
    child.send(request, (error) => error && onEnd())
  })
}

function unwrap(answer: MediaAnswer): unknown {
  if ('value' in answer) return answer.value
  const { message, code, fields } = answer.error
  throw code ? new AppError(code as ErrorCode, { fields: fields as FieldErrors }) : new MediaError(message)
}

/** An idle child keeps no process alive. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const channel = child.channel as { ref(): void; unref(): void } | null | undefined
  for (const handle of [child, channel]) handle?.[isReferenced ? 'ref' : 'unref']()
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.ref()
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

const unavailable = () =>
  new AppError('unavailable', { userMessage: 'Uploads are not possible at the moment', retryAfterMs: 60_000 })
