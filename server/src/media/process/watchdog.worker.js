// Plain JavaScript: to take the types from TypeScript this thread would load a compiler of its own, 12 MB of it.
import { workerData } from 'node:worker_threads'

const POLL_MS = 100

/** @type {{ parentPid: number, maxResidentBytes: number }} */
const { parentPid, maxResidentBytes } = workerData

// A thread of its own: it sees a server that was killed, and memory that runs away, while a parser holds the main thread.
setInterval(() => {
  const isOrphan = process.ppid !== parentPid
  if (isOrphan || process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL')
}, POLL_MS)
