import { Worker } from 'node:worker_threads'

const MAX_HEAP_MB = 512
const TIMEOUT_MS = 60_000
/** Loading a parser takes longer than using it, so a thread that did well is kept for a while. */
const IDLE_MS = 30_000
const MAX_AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []
const idle = new Map<string, { worker: Worker; timer: NodeJS.Timeout }>()

/**
 * Runs a parser of hostile input in a thread of its own, with a limit on memory and time, so that no file stops the server.
 * At most two run at once. A thread that failed is never used again.
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
  const worker = takeIdle(script) ?? startWorker(script)
  return new Promise((resolve) => {
    const finish = (answer: T | undefined, isFit: boolean) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', onFailure).off('error', onFailure)
      if (isFit) keepIdle(script, worker)
      else void worker.terminate()
      resolve(answer)
    }
    const onMessage = (answer: T | undefined) => finish(answer, true)
    const onFailure = () => finish(undefined, false)
    const timer = setTimeout(onFailure, TIMEOUT_MS)
    worker.on('message', onMessage).on('exit', onFailure).on('error', onFailure)
    worker.postMessage(input)
  })
}

function startWorker(script: URL): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const worker = new Worker(script, { resourceLimits, stdout: true, stderr: true, execArgv: [] })
  // An error while nobody waits ends the thread and nothing else.
  worker.on('error', () => undefined)
  return worker.once('exit', () => {
    if (idle.get(script.href)?.worker === worker) idle.delete(script.href)
  })
}

function takeIdle(script: URL): Worker | undefined {
  const kept = idle.get(script.href)
  if (!kept) return undefined
  idle.delete(script.href)
  clearTimeout(kept.timer)
  kept.worker.ref()
  return kept.worker
}

/** An idle thread does not keep the process alive. */
function keepIdle(script: URL, worker: Worker): void {
  if (idle.has(script.href)) return void worker.terminate()
  const end = () => {
    idle.delete(script.href)
    void worker.terminate()
  }
  worker.unref()
  idle.set(script.href, { worker, timer: setTimeout(end, IDLE_MS).unref() })
}
