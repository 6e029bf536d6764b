import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE } from '../paths.mjs'

const RUNNING = join(CACHE, 'running')

/** Says that a product runs from this folder, until this process ends. */
export function markRunning() {
  const mark = join(RUNNING, String(process.pid))
  try {
    mkdirSync(RUNNING, { recursive: true })
    writeFileSync(mark, '')
  } catch {
    // The folder belongs to another user, who alone installs into it.
    return
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** The processes whose product runs from this folder. What a killed one left is removed. */
export function findRunning() {
  const pids = readMarks().filter((pid) => pid !== process.pid)
  const gone = pids.filter((pid) => !isAlive(pid))
  for (const pid of gone) rmSync(join(RUNNING, String(pid)), { force: true })
  return pids.filter((pid) => !gone.includes(pid))
}

function readMarks() {
  try {
    return readdirSync(RUNNING).map(Number)
  } catch {
    return []
  }
}

/** A number may have been given to another program since; where that can be read, it is. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('run.mjs')
  } catch {
    return true
  }
}
