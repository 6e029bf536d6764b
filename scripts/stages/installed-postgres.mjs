import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runVitest } from './stages.mjs'

/** The place in Debian and Ubuntu, a folder per version. */
const DEBIAN = '/usr/lib/postgresql'
const OLDEST_MAJOR = 15
/** The tests that ask most of a database: migrations, the ledger and its rights, whole purchases with crashes in between. */
const TESTS = ['src/db/', 'src/ledger/', 'purchase.test.ts', 'test/crashes.test.ts']

/** The folder with the newest server's programs, or undefined: a client alone does not count. */
export function findInstalledPostgres() {
  if (!existsSync(DEBIAN)) return undefined
  const majors = readdirSync(DEBIAN).map(Number)
  const folders = majors
    .filter((major) => major >= OLDEST_MAJOR)
    .sort((a, b) => b - a)
    .map((major) => join(DEBIAN, String(major), 'bin'))
  return folders.find(isServer)
}

export const isServer = (bin) => ['postgres', 'initdb'].every((name) => existsSync(join(bin, name)))

/** The tests run on npm's PostgreSQL; these run once more on another, whose owner is no superuser. */
export async function runOnInstalledPostgres(bin) {
  if (bin === undefined) {
    console.log(`  skipped: no PostgreSQL server in ${DEBIAN} (on Debian: apt-get install postgresql)`)
    return { passed: 0, failed: 0, isSkipped: true }
  }
  console.log(`  ${bin}`)
  return runVitest('postgres', ['--project', 'server*', ...TESTS], { env: { TEST_POSTGRES_BIN: bin } })
}
