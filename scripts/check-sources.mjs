// Checks beyond the linter and the rules of the rooms: the readers of the environment, the clock and chance, how many
// files a folder has, and how many rooms the server.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './paths.mjs'

const CLOCK = /\.test\.ts$|^server\/src\/clock\.ts$|^server\/src\/embedded\//

/** In files below `within` (but not `except`), no text may match `forbids`. */
const TEXT_RULES = [
  {
    within: 'server/src',
    except: /^server\/src\/config\/|\.test\.ts$/,
    forbids: /\bprocess\.env\b/,
    because: 'config/ alone reads the environment',
  },
  {
    within: 'server/src',
    except: CLOCK,
    forbids: /\bDate\.now\(\)|\bnew Date\(\)/,
    because: 'time comes from ctx.clock',
  },
  {
    within: 'server/src',
    except: CLOCK,
    forbids: /\bMath\.random\(\)/,
    because: 'randomness comes from ctx.random',
  },
  {
    within: 'web/src',
    except: /\.test\.tsx?$/,
    forbids: /^(export )?const .*\bIntl\.\w+\(/m,
    because:
      'a module that makes a formatter of `Intl` while it is loaded holds the first render up (docs/decisions/0090)',
  },
]

/** A folder of more sources than one takes in at a glance is two folders; tests are not counted (docs/decisions/0195). */
const MAX_FILES = 14
/** As the linter holds all other sources to. */
const MAX_LINES_OF_A_STYLE_SHEET = 250
/** Rooms of the server that one still keeps in mind. */
const MAX_ROOMS = 22
const SOURCE_FOLDERS = ['protocol/src', 'contracts', 'solana', 'server/src', 'web', 'e2e', 'bench', 'scripts']
const COUNTED = /(?<!\.test|\.t)\.(ts|tsx|mjs|js|css|sol|sql)$/

const SOURCE = /\.(ts|tsx|mjs|css)$/
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'out', 'cache', 'coverage'])

function* filesIn(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

function* violations(file, text) {
  if (file.endsWith('.css')) {
    const lines = text.split('\n').length - 1
    if (lines > MAX_LINES_OF_A_STYLE_SHEET) yield `${file}: ${lines} lines, of ${MAX_LINES_OF_A_STYLE_SHEET}`
  }
  const applies = (rule) => file.startsWith(`${rule.within}/`) && !rule.except?.test(file)
  for (const rule of TEXT_RULES.filter(applies)) {
    const index = text.search(rule.forbids)
    if (index !== -1) yield `${file}:${text.slice(0, index).split('\n').length}: ${rule.because}`
  }
}

/** The folders that have more than `MAX_FILES` of these files, tests not counted. */
export function crowdedFolders(files) {
  const counts = new Map()
  for (const file of files) if (COUNTED.test(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > MAX_FILES).map(([folder, count]) => `${folder}: ${count} files`)
}

/** The rooms of the server, if there are more than `MAX_ROOMS`. */
export function tooManyRooms(files) {
  const rooms = new Set(files.flatMap((file) => /^server\/src\/([^/]+)\//.exec(file)?.[1] ?? []))
  return rooms.size > MAX_ROOMS ? [`server/src: ${rooms.size} folders; more than ${MAX_ROOMS} are no plan`] : []
}

function checkAll() {
  const sources = ['protocol/src', 'server', 'web'].flatMap((folder) => [...filesIn(folder)])
  return [
    ...sources
      .filter((file) => SOURCE.test(file))
      .flatMap((file) => [...violations(file, readFileSync(join(ROOT, file), 'utf8'))]),
    ...tooManyRooms(sources),
    ...crowdedFolders(SOURCE_FOLDERS.flatMap((folder) => [...filesIn(folder)])).map(
      (folder) => `${folder}; more than ${MAX_FILES} belong into folders of their own`,
    ),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const found = checkAll()
  for (const line of found) console.error(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
