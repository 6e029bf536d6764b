import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder, runCheck } from './stages.mjs'

/**
 * The first start, with its demo content, is made once: each half of the browser tests goes on from a copy of its folder
 * (e2e/global-setup.ts). To make it costs a minute of computing.
 */
export function prepareFirstStart() {
  const { TMPDIR = tmpdir() } = memoryFolder()
  const folder = join(TMPDIR, `verso-first-start-${process.pid}`)
  const run = () => {
    process.once('exit', () => {
      for (const path of [folder, `${folder}.log`]) rmSync(path, { recursive: true, force: true })
    })
    return runCheck('e2e/first-start.ts', [folder])
  }
  return { run, env: { FIRST_START: folder } }
}
