import { Worker } from 'node:worker_threads'

const MAX_HEAP_MB = 512
const TIMEOUT_MS = 60_000
const MAX_AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs a parser of hostile input in a thread of its own, with a limit on memory and time, so that no file stops the server.
 * At most two run at once.
 * @returns undefined when the thread failed, ran out of memory or took too long
 */
export async function inWorker<T>(script: URL, input: unknown): Promise<T | undefined> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await runWorker<T>(script, input)
  } finally {
    running--
    waiting.shift()?.()
  }
}

function runWorker<T>(script: URL, input: unknown): Promise<T | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      stdout: true,
      stderr: true,
      execArgv: [],
    })
    const finish = (answer?: T) => {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
    const timer = setTimeout(finish, TIMEOUT_MS)
    worker.on('message', finish)
    worker.on('error', () => finish())
    worker.on('exit', () => finish())
  })
}
