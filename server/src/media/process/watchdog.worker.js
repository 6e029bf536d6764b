// Plain JavaScript: to take the types from TypeScript this thread would load a compiler of its own, 12 MB of it.
import { parentPort, workerData } from 'node:worker_threads'

const POLL_MS = 100

/** @type {{ parentPid: number, maxResidentBytes: number }} */
const { parentPid, maxResidentBytes } = workerData

/** The computing time at which the process is ended. */
let maxCpuMs = Infinity
parentPort?.on('message', (limitMs) => (maxCpuMs = limitMs))

// A thread of its own: it sees a server that was killed, and memory that runs away, while a parser holds the main thread.
setInterval(() => {
  const isOrphan = process.ppid !== parentPid
  const { user, system } = process.cpuUsage()
  const isTooMuch = process.memoryUsage.rss() > maxResidentBytes || (user + system) / 1_000 > maxCpuMs
  if (isOrphan || isTooMuch) process.kill(process.pid, 'SIGKILL')
}, POLL_MS)
