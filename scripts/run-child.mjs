import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
// One Ctrl-C arrives several times: from the terminal, and again from npm.
const BURST_MS = 2_000

/**
 * Runs a command with our own input and output, hands it the signals we get (each burst once), and gives its exit code.
 * The terminal signals our whole group by itself; a child that gets the same signal twice in a moment must bear it.
 */
export function runChild(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options })
    let lastSignalAt = Number.NEGATIVE_INFINITY
    const forward = (signal) => {
      const now = performance.now()
      if (now - lastSignalAt > BURST_MS) child.kill(signal)
      lastSignalAt = now
    }
    const stopListening = () => SIGNALS.forEach((signal) => process.off(signal, forward))
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once('error', (error) => {
      stopListening()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      stopListening()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}
