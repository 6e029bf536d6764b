import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf } from './set-up/npm.mjs'
import { CACHE, ROOT } from './paths.mjs'
import { SetupError } from './set-up/setup-error.mjs'

const WEB = join(ROOT, 'web')
const STAMP = join(CACHE, 'web-build')
const SOURCES = [
  'src',
  'public',
  'index.html',
  'admin.html',
  'head.html',
  'vite.config.ts',
  'inline-page.ts',
  'first-load.ts',
  'package.json',
  '../protocol/src',
  '../solana/src',
]

/** Builds the two front ends into web/dist when their sources have changed since the last build. */
export async function ensureWebBuilt(node) {
  const hash = hashOfSources()
  if (isWebBuilt(hash)) return
  console.log('Building the web pages…')
  await build(node)
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, hash)
}

/** Whether the pages are those of the sources; changes nothing. */
export function isWebBuilt(hash = hashOfSources()) {
  const isBuilt = existsSync(join(WEB, 'dist', 'index.html')) && existsSync(join(WEB, 'dist', 'admin.html'))
  return isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

async function build(node) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    env: { ...environmentOf(node), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve))
  if (code !== 0) throw new SetupError(`The web pages could not be built:\n${output.join('')}`)
}

function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const source of SOURCES) addToHash(hash, join(WEB, source))
  return hash.digest('hex')
}

function addToHash(hash, path) {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name))
    return
  }
  hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0')
}
