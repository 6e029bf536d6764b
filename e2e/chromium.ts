import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'

export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> }

/** The loopback is all it should talk to. */
const QUIET_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const hasPacked = process.platform === 'linux' && process.arch === 'x64'
const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The browser of the tests: `CHROMIUM_PATH`, else one of the system, else one that Playwright has installed, else the
 * one that npm brought (Linux on x64).
 */
export function findChromium(): Chromium {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH=${given} does not exist.`)
  const candidates = [given, ...SYSTEM_PATHS, playwrightPath()]
  const executablePath = candidates.find((path) => path && existsSync(path))
  if (executablePath) return { executablePath, args: QUIET_ARGS, env: environment() }
  if (hasPacked) return unpackedChromium()
  throw new Error(
    'No Chromium was found for the browser tests. Set CHROMIUM_PATH to one, or run `npx playwright-core install chromium`.',
  )
}

/**
 * The one that npm brought, where it runs and no other is asked for: it is the shell alone. A whole Chromium makes a window
 * with parts of its own for each visit, which takes the processor as long as two pages.
 */
export function findShell(): Chromium {
  return hasPacked && !process.env.CHROMIUM_PATH ? unpackedChromium() : findChromium()
}

function playwrightPath(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

const environment = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

// Software rendering for WebGL. Not the package's own arguments: those turn the browser's security off.
const PACKED_ARGS = [
  '--no-zygote',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]
/** Without graphics hardware pages that are drawn and composed by the processor take it two thirds less time, but models ten times more. */
export const PLAIN_DRAWING = ['--disable-gpu-compositing', '--disable-gpu-rasterization']
const ARCHIVES = ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']

/** Unpacks @sparticuz/chromium once, with the libraries and fonts that a bare machine lacks. */
function unpackedChromium(): Chromium {
  const packed = join(packageFolder(), 'bin')
  const version = createHash('sha256')
    .update(readFileSync(join(packageFolder(), 'package.json')))
    .digest('hex')
    .slice(0, 12)
  const folder = join(import.meta.dirname, '..', '.cache', `chromium-${version}`)
  if (!existsSync(folder)) unpack(packed, folder)
  const env = { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  return {
    executablePath: join(folder, 'chromium'),
    args: [...QUIET_ARGS, ...PACKED_ARGS],
    env: { ...environment(), ...env },
  }
}

function packageFolder(): string {
  let folder = dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))
  while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
    if (folder === dirname(folder)) throw new Error('@sparticuz/chromium is not installed whole: run npm ci.')
    folder = dirname(folder)
  }
  return folder
}

/** Into a folder of its own that is renamed when it is whole: several test files may start at once. */
function unpack(packed: string, folder: string): void {
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)))
  writeFileSync(join(unfinished, 'chromium'), read('chromium.br'), { mode: 0o755 })
  for (const name of ARCHIVES) execFileSync('tar', ['x', '-C', unfinished], { input: read(name) })
  // Without a configuration of its own, text is blank on a machine without fonts.
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir>` +
      `<dir>/usr/share/fonts</dir><cachedir>${folder}/fontcache</cachedir></fontconfig>`,
  )
  try {
    renameSync(unfinished, folder)
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder, 'chromium'))) throw new Error(`Chromium could not be unpacked into ${folder}.`)
  }
}
