import { Worker } from 'node:worker_threads'
import { AppError } from '../http/app-error.ts'
import type { MediaAnswer, MediaRequest } from './tasks.ts'

/** The child's side of the channel: does what it is asked for, until the server is gone. */
export function serveTasks(tasks: Record<string, (input: never) => Promise<unknown>>): void {
  // The server decides when this process ends: Ctrl-C in a terminal reaches it too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.once('disconnect', () => process.exit())
  new Worker(new URL('./watchdog.worker.ts', import.meta.url), { workerData: { parentPid: process.ppid } }).unref()

  process.on('message', async ({ task, input }: MediaRequest) => {
    const answer = await perform(tasks[task] as (input: unknown) => Promise<unknown>, input)
    // Nobody is there to be told when the channel has just closed.
    if (process.connected) process.send?.(answer, () => undefined)
  })
}

async function perform(task: (input: unknown) => Promise<unknown>, input: unknown): Promise<MediaAnswer> {
  try {
    return { value: await task(input) }
  } catch (error) {
    const { message } = error as Error
    return { error: error instanceof AppError ? { message, code: error.code, fields: error.fields } : { message } }
  }
}
