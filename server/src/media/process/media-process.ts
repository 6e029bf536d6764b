import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import { AppError, type ErrorCode, type FieldErrors } from '../../http/app-error.ts'
import { createTurns } from './turns.ts'
import type { MediaOutput } from '../../gateways/media/media-tasks.ts'
import { type Lane, limitCpu, type MediaProcess, type Share } from '../../gateways/media/media-process.ts'
import { MediaError, UnfinishedMediaError } from '../../gateways/media/media-error.ts'
import type { MediaAnswer, MediaRequest } from './channel.ts'

const CHILD = new URL('./child.worker.ts', import.meta.url)
/** A small nursery: the chunks of a large file are collected early instead of piling up. */
const NODE_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=1']
/** A process killed from outside, or for memory left by an earlier file, proves nothing about this file. */
const TRIES = 2
/** More than nearly every picture and drawing needs. Those that need more are told apart here, at the cost of a second beginning. */
const SLICES: Slices = {
  quick: { ...limitCpu(1_000), next: 'heavy' },
  heavy: { ...limitCpu(2_000), next: 'slow' },
}

type Outcome = MediaAnswer | 'died' | 'late' | 'not started'
type Limits = { timeoutMs: number; cpuMs?: number; tries: number }
type Slices = Partial<Record<Lane, { timeoutMs: number; cpuMs: number; next: Lane }>>
type Options = {
  idleMs?: number
  timeoutMs?: number
  child?: URL
  /** For tests. */
  slices?: Slices
  /** The folder of the children's compiled code: the next one starts faster, and without the compiler in its memory. */
  codeCache?: string
}

/**
 * Decoders and parsers of members' files run beside the server: no file can stop or fill it, and their memory goes back to the
 * system when the processes end, soon after the last file. One file at a time in each; they end with the server, however
 * that ends. A file that takes long begins again in a slower lane, so that it holds no place that others' files need.
 */
export function createMediaProcess(options: Options = {}): MediaProcess {
  const { idleMs = 5_000, timeoutMs = 60_000, child = CHILD, slices = SLICES, codeCache } = options
  const children = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()
  const turns = createTurns()
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
  /** The last outcome, of as many tries as there may be. */
  const perform = async (request: MediaRequest, { timeoutMs: limitMs, tries }: Limits): Promise<Outcome> => {
    // All tries together take no longer than one may.
    const endsAt = performance.now() + limitMs
    for (let count = 1; ; count++) {
      if (isStopped) throw unavailable()
      const outcome = await attempt(request, endsAt, count === 1)
      if (outcome !== 'died' || count === tries) return outcome
    }
  }
  const inTurn = async (share: Share, request: MediaRequest, limits: Limits): Promise<Outcome> => {
    await turns.take(share)
    try {
      return await perform({ ...request, cpuMs: limits.cpuMs }, limits)
    } finally {
      turns.release(share)
    }
  }
  return {
    run: async (task, input, order = {}) => {
      const whole = { cpuMs: order.cpuMs, timeoutMs: order.timeoutMs ?? timeoutMs }
      for (let { ownerId, lane } = order, tries = TRIES; ; tries = 1) {
        const slice = lane && slices[lane]
        const limits = slice ? { ...slice, tries: 1 } : { ...whole, tries }
        const outcome = await inTurn({ ownerId, lane }, { task, input }, limits)
        if (typeof outcome === 'object') return unwrap(outcome) as MediaOutput<typeof task>
        if (isStopped || outcome === 'not started') throw unavailable()
        if (!slice)
          throw new UnfinishedMediaError(`${task} ${outcome === 'late' ? 'took too long' : 'ended its process'}`)
        lane = slice.next
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
