import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['package.json', 'contracts', 'protocol', 'scripts', 'server', 'solana', 'web']
/** The marks of an installed and built project, and its links to its own packages. */
const SET_UP = ['package-lock.json', 'node_modules/.package-lock.json', 'node_modules/@verso', '.cache/web-build']
/** Editors and compilers read these in a package; the product never does. */
const UNREAD = /\.(?:map|d\.[cm]?ts|md)$/

type Installed = { packages: Record<string, { dev?: boolean; link?: boolean }> }

/** Makes `folder` another clone of the project, installed for production and built. Its files are hard links where they can be. */
export function cloneProject(folder: string): void {
  const { packages }: Installed = JSON.parse(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8'))
  const dependencies = Object.keys(packages).filter(
    (path) => path.includes('node_modules/') && !packages[path]?.dev && !packages[path]?.link,
  )
  for (const path of ['.cache', ...dependencies]) mkdirSync(join(folder, path), { recursive: true })
  for (const path of [...SOURCES, ...SET_UP]) cloneEntry(folder, path, () => true)
  for (const path of dependencies) cloneEntry(folder, path, (name) => !UNREAD.test(name))
}

/** Packages within a package are entries of the lockfile by themselves. */
function cloneEntry(folder: string, path: string, isRead: (path: string) => boolean): void {
  const [from, to] = [join(ROOT, path), join(folder, path)]
  const kind = lstatSync(from)
  if (kind.isDirectory()) {
    mkdirSync(to, { recursive: true })
    const names = readdirSync(from).filter((name) => name !== 'node_modules')
    for (const name of names) cloneEntry(folder, join(path, name), isRead)
  } else if (kind.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else if (isRead(path)) linkOrCopy(from, to)
}

/** The folder may be on another disk, and the files another user's. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
