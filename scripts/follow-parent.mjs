// Loaded before a command: when what started it is gone (a kill -9 of npm, a closed terminal), it ends cleanly instead
// of running on unseen.
import { readFileSync } from 'node:fs'

const POLL_MS = 500

/** Our parent; and where npm put a shell between itself and us (seen on Linux), npm too. */
function whoStartedUs() {
  const shell = process.platform === 'linux' && process.env.npm_lifecycle_event ? readStat(process.ppid) : undefined
  return shell?.name.endsWith('sh') ? `${process.ppid} ${shell.parent}` : String(process.ppid)
}

function readStat(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, parent }
  } catch {
    return undefined
  }
}

const starter = whoStartedUs()
const timer = setInterval(() => {
  if (whoStartedUs() === starter) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, POLL_MS).unref()
