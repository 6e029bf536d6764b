import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartupError } from '../../errors/startup-error.ts'
import { explainFullDisk } from '../explain-full-disk.ts'
import { silentLog as log, temporaryFolder } from '../launch-child.test-support.ts'
import { startPostgres } from './postgres.ts'

const NO_SPACE = 'FATAL:  could not write to file "base/5/2609": No space left on device'
const ENDED_MS = 30_000

/** Programs that behave as PostgreSQL's on a full disk. */
function binaries(folder: string, scripts: { initdb: string; postgres: string }) {
  const write = (name: string, script: string) => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${script}\n`)
    chmodSync(path, 0o755)
    return path
  }
  chmodSync(folder, 0o755)
  return { initdb: write('initdb', scripts.initdb), postgres: write('postgres', scripts.postgres), localeArgs: [] }
}

const IS_VERSION = '[ "$1" = --version ] && exit 0'
/** The data folder is the second argument. */
const MAKES_FOLDER = 'echo 18 > "$2/PG_VERSION"'

async function expectOneLine(scripts: { initdb: string; postgres: string }): Promise<void> {
  using folder = temporaryFolder()
  using programs = temporaryFolder()
  const startedMs = performance.now()
  const start = startPostgres({
    dataDir: folder.path,
    log,
    binaries: binaries(programs.path, scripts),
    stopGraceMs: 500,
  })
  const error: unknown = await start.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(StartupError)
  expect((error as Error).message).toMatch(
    /^The disk that holds DATA_DIR=\S+ is full\. Free at least 500 MB .*start again\.$/,
  )
  expect(performance.now() - startedMs).toBeLessThan(ENDED_MS)
}

test('a disk that is full when the data folder is made ends the start with one line', () =>
  expectOneLine({ initdb: `echo '${NO_SPACE}' >&2; exit 1`, postgres: IS_VERSION }))

test('a disk that is full when the server starts ends the start with one line', () =>
  expectOneLine({ initdb: MAKES_FOLDER, postgres: `${IS_VERSION}\necho '${NO_SPACE}'; exit 1` }))

test(
  'a server that hangs on a full disk ends the start with one line, and soon',
  () => expectOneLine({ initdb: MAKES_FOLDER, postgres: `${IS_VERSION}\necho '${NO_SPACE}'; exec sleep 600` }),
  240_000,
)

test('a full disk is named by every part that meets it, and other failures stay as they are', () => {
  const full = expect.stringContaining('is full')
  expect(explainFullDisk(Object.assign(new Error('could not extend file'), { code: '53100' }), '/tmp')).toMatchObject({
    message: full,
  })
  expect(explainFullDisk(Object.assign(new Error('write'), { code: 'ENOSPC' }), '/tmp')).toMatchObject({
    message: full,
  })
  const other = new StartupError('Port 3000 is in use.')
  expect(explainFullDisk(other, '/tmp')).toBe(other)
})
