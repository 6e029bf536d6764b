import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CACHE } from '../paths.mjs'

const LOCK = join(CACHE, 'setup.lock')
const HEARTBEAT_MS = 2_000
const STALE_AFTER_MS = 20_000

/** Two commands at once in one tree must not install or build at the same time: the second waits, then finds it done. */
export async function withSetupLock(work) {
  mkdirSync(CACHE, { recursive: true })
  for (let waits = 0; !tryLock(); waits++) {
    if (waits === 0) console.log('Waiting for another command that is setting up this folder…')
    removeStaleLock()
    await sleep(500)
  }
  const heartbeat = setInterval(() => utimesSync(LOCK, new Date(), new Date()), HEARTBEAT_MS)
  const unlock = () => rmSync(LOCK, { force: true })
  process.once('exit', unlock)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', unlock)
    unlock()
  }
}

function tryLock() {
  try {
    closeSync(openSync(LOCK, 'wx'))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The holder renews the file's time; one that was killed no longer does. Only one of those who wait can rename it. */
function removeStaleLock() {
  const aside = `${LOCK}.${process.pid}`
  try {
    if (Date.now() - statSync(LOCK).mtimeMs < STALE_AFTER_MS) return
    renameSync(LOCK, aside)
    rmSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
