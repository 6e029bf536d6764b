import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../http/app-error.ts'
import type { MediaAnswer, MediaRequest } from './channel.ts'

/** More than any picture within the limits takes. */
const MAX_RESIDENT_BYTES = 1024 ** 3

type Options = {
  maxResidentBytes?: number
  /** The modules of each task, by its name; loaded before its computing time is counted: on a slow machine a new process takes seconds for it. */
  libraries?: Partial<Record<string, () => Promise<unknown>>>
}

/** The child's side of the channel: runs the requested tasks until the server is gone. */
export function serveTasks(
  tasks: Record<string, (input: never) => Promise<unknown>>,
  { maxResidentBytes = MAX_RESIDENT_BYTES, libraries = {} }: Options = {},
): void {
  // The server decides when this process ends: Ctrl-C in a terminal reaches it too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit())
  const workerData = { parentPid: process.ppid, maxResidentBytes }
  const watchdog = new Worker(new URL('./watchdog.worker.js', import.meta.url), { workerData })
  watchdog.unref()

  process.on('message', async ({ task, input, cpuMs = Infinity }: MediaRequest) => {
    await libraries[task]?.()
    watchdog.postMessage(usedCpuMs() + cpuMs)
    const answer = await perform(tasks[task] as (input: unknown) => Promise<unknown>, input)
    watchdog.postMessage(Infinity)
    // The channel may just have closed: then there is no reader.
    if (process.connected) process.send?.(answer, () => undefined)
    // Stores the compiled code of the loaded modules for later children; the process may be killed at any time.
    flushCompileCache()
  })
}

/** Of this process since its start, in all threads. */
function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function perform(task: (input: unknown) => Promise<unknown>, input: unknown): Promise<MediaAnswer> {
  try {
    return { value: await task(input) }
  } catch (error) {
    const { message } = error as Error
    return { error: error instanceof AppError ? { message, code: error.code, fields: error.fields } : { message } }
  }
}
