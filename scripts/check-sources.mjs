// What neither the linter nor the rules of the rooms can say: who reads the environment, the clock and chance.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
]

const SOURCE = /\.(ts|tsx|mjs)$/
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'out', 'cache', 'coverage'])

function* sourceFiles(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sourceFiles(path)
    else if (entry.isFile() && SOURCE.test(entry.name)) yield path
  }
}

function* violations(file, text) {
  const applies = (rule) => file.startsWith(`${rule.within}/`) && !rule.except?.test(file)
  for (const rule of TEXT_RULES.filter(applies)) {
    const index = text.search(rule.forbids)
    if (index !== -1) yield `${file}:${text.slice(0, index).split('\n').length}: ${rule.because}`
  }
}

const found = ['protocol/src', 'server', 'web']
  .flatMap((folder) => [...sourceFiles(folder)])
  .flatMap((file) => [...violations(file, readFileSync(join(ROOT, file), 'utf8'))])
for (const line of found) console.error(line)
process.exitCode = found.length === 0 ? 0 : 1
