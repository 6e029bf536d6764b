// Loaded before a command: when what started it is gone (a kill -9 of npm, a closed terminal), it ends cleanly instead
// of running on unseen.
const parent = process.ppid
const POLL_MS = 500

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, POLL_MS).unref()
