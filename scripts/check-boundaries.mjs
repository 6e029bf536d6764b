// The rules of the tree that the linter cannot say: who may import whom, and who may touch the environment.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { ROOT } from './paths.mjs'

/** In files below `within` (but not `except`), no import may lead to a path or package that `forbids` matches. */
const IMPORT_RULES = [
  {
    within: 'protocol/src',
    forbids: /^(?!protocol\/src\/)(?!zod$|zod\/|@noble\/hashes\/)/,
    because: 'the wire contract imports only zod and hashes',
  },
  {
    within: 'web',
    forbids: /^(server|contracts|e2e)\/|^@verso\/(server|contracts)/,
    because: 'the browser reaches the server by its API',
  },
  { within: 'server', forbids: /^(web|e2e)\/|^@verso\/web/, because: 'the server knows the pages only as built files' },
  {
    within: 'web/src/ui',
    forbids: /^web\/src\/(?!ui\/|lib\/|styles\/|locales\/|testing\/)/,
    because: 'shared parts know no screen',
  },
  {
    within: 'web/src/lib',
    forbids: /^web\/src\/(marketplace|admin|account)\//,
    because: 'shared code knows no screen',
  },
  {
    within: 'web/src/api',
    forbids: /^web\/src\/(marketplace|admin|account|ui)\//,
    because: 'shared code knows no screen',
  },
  { within: 'web/src/marketplace', forbids: /^web\/src\/admin\//, because: 'the two front ends are apart' },
  { within: 'web/src/admin', forbids: /^web\/src\/marketplace\//, because: 'the two front ends are apart' },
  {
    within: 'server/src/features',
    forbids: /^server\/src\/(main|app|worker|servers|embedded\/|commands\/)/,
    because: 'imports go one way: app → features → foundation',
  },
]

const TEXT_RULES = [
  {
    within: 'server/src',
    except: /^server\/src\/config\.ts$|\.test\.ts$/,
    forbids: /\bprocess\.env\b/,
    because: 'config.ts alone reads the environment',
  },
  {
    within: 'server/src',
    except: /^server\/src\/commands\//,
    forbids: /\bconsole\.\w+\(/,
    because: 'the server logs through ctx.log',
  },
  {
    within: 'server/src/features',
    except: /\.test\.ts$/,
    forbids: /\bDate\.now\(\)|\bnew Date\(\)/,
    because: 'time comes from ctx.clock',
  },
  {
    within: 'server/src/features',
    except: /\.test\.ts$/,
    forbids: /\bMath\.random\(\)/,
    because: 'randomness comes from ctx.random',
  },
]

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"]+)\1/g
const SOURCE = /\.(ts|tsx|mjs)$/
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'out', 'cache', 'coverage'])

function* sourceFiles(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* sourceFiles(path)
    else if (entry.isFile() && SOURCE.test(entry.name)) yield path
  }
}

/** `../money.ts` in protocol/src/x/y.ts → `protocol/src/money.ts`; packages stay as they are. */
function targetOf(specifier, file) {
  if (!specifier.startsWith('.')) return specifier
  return relative(ROOT, resolve(ROOT, dirname(file), specifier))
    .split(sep)
    .join('/')
}

function* violations(file, text) {
  const applies = (rule) => file.startsWith(`${rule.within}/`) && !rule.except?.test(file)
  for (const rule of IMPORT_RULES.filter(applies)) {
    for (const [, , specifier] of text.matchAll(IMPORT)) {
      const isTest = /\.test\.tsx?$/.test(file)
      const isAllowedInTests = isTest && /^(vitest|fast-check|node:)/.test(specifier)
      if (rule.forbids.test(targetOf(specifier, file)) && !isAllowedInTests)
        yield `${file} imports ${specifier}: ${rule.because}`
    }
  }
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
