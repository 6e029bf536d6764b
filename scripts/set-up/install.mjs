import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { ROOT } from '../paths.mjs'
import { findRunning } from './running.mjs'
import { SetupError } from './setup-error.mjs'

const LOCKFILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.verso-install')

const hashOf = (lockfile) =>
  createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex')

/** Whether the dependencies of this lockfile are there; changes nothing. */
export function areDependenciesInstalled() {
  const lockfile = readFileSync(LOCKFILE, 'utf8')
  return readText(STAMP) === hashOf(lockfile) || isInstalled(JSON.parse(lockfile))
}

/** Installs the dependencies when they are missing or the lockfile has changed. */
export async function ensureInstalled(node) {
  const lockfile = readFileSync(LOCKFILE, 'utf8')
  const hash = hashOf(lockfile)
  if (readText(STAMP) === hash) return
  if (!isInstalled(JSON.parse(lockfile))) {
    assertNothingRuns()
    console.log('Installing dependencies (the first time this takes about a minute)…')
    // --include=dev: the build needs them also where NODE_ENV=production is set. --prefer-offline: what npm has already is
    // taken without asking again; the lockfile's hashes say whether it is right.
    await runNpm(node, ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'])
  }
  writeFileSync(STAMP, hash)
}

/** `npm ci` removes what is installed first: a product that runs from it loses its database's files. */
function assertNothingRuns() {
  const pids = findRunning()
  if (pids.length > 0)
    throw new SetupError(
      `package-lock.json has changed, and Verso runs from this folder (process ${pids.join(', ')}). Stop it first, then run the same command again.`,
    )
}

/** Whether an `npm install` run by hand already installed everything. An npm under an old Node leaves native parts out. */
function isInstalled(lock) {
  const text = readText(join(ROOT, 'node_modules', '.package-lock.json'))
  if (!text) return false
  const installed = JSON.parse(text).packages
  return Object.entries(lock.packages).every(([path, entry]) => {
    const isOurs = entry.link || !path.includes('node_modules/')
    // Optional without a platform: parts of a package for another platform.
    const isForOthers = entry.optional && !entry.os && !entry.cpu
    return isOurs || isForOthers || !fitsThisMachine(entry) || installed[path]?.version === entry.version
  })
}

function fitsThisMachine({ os, cpu, libc }) {
  const fits = (allowed, actual) => !allowed || allowed.includes(actual) || isOnlyExcluding(allowed, actual)
  return (
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    (!libc || process.platform !== 'linux' || fits(libc, libcName()))
  )
}

/** npm's way to say "everywhere but": `["!win32"]`. */
const isOnlyExcluding = (allowed, actual) => allowed[0]?.startsWith('!') && !allowed.includes(`!${actual}`)

const libcName = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
