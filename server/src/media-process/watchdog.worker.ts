import { workerData } from 'node:worker_threads'

/** More than any picture within the limits takes. */
const MAX_RESIDENT_BYTES = 1024 ** 3
const POLL_MS = 100

const { parentPid } = workerData as { parentPid: number }

// A thread of its own: it sees a server that was killed, and memory that runs away, while a parser holds the main thread.
setInterval(() => {
  const isOrphan = process.ppid !== parentPid
  if (isOrphan || process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGKILL')
}, POLL_MS)
