// Every citation leads somewhere: the numbers of docs/rules.md and docs/invariants.md that comments name, paths below docs/,
// and the links and files that documents and comments name; ARCHITECTURE.md names those below server/src by their room, or by their name alone.
// `node scripts/check-citations.mjs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from './paths.mjs'

const TEXT = /\.(ts|tsx|mjs|js|sql|sol|css|html|md|json|yml)$/
/** Not SQL: a migration is never changed, also when what it names is renamed. */
const CODE = /\.(ts|tsx|mjs|js|css)$/
const SKIPPED = new Set(['node_modules', 'dist', 'generated', 'out', 'cache', 'results', 'snapshots'])
const FOLDERS = ['server', 'web', 'protocol', 'contracts', 'solana', 'e2e', 'bench', 'scripts', 'docs']
/** These name pages that do not exist, as examples of what is found. */
const EXAMPLES = new Set([
  'scripts/check-citations.mjs',
  'server/test/check-citations.test.ts',
  'server/test/rooms.test.ts',
])
/** One names sources by their room; the other tells of files that are gone. */
const OWN_WAY = new Set(['ARCHITECTURE.md', 'CHANGELOG.md'])

/** Pages that were never in the repository. */
const FOREIGN = [
  /\bspec(?:ification)?(?:\.md)?,? §/i,
  /(?<![\w./-])(?:spec|decisions|safety|chain|contract|architecture|style)\.md\b/,
  /\bui\/README/,
  /\bthe specification\b/i,
]
const NUMBERED = /docs\/(rules|invariants)\.md`?((?:(?:,| and|,? or)? ?[RI]\d+)*)/g
/** `(I8)`, `I8:`, `(I11, I12)`: an invariant without the page it is on. */
const BARE_INVARIANT = /(?<![\w-])I\d{1,2}(?=[):,.])/
const DOCS_PATH = /(?<![\w./-])docs(?:\/[\w.-]*[\w-])+/g
const LINK = /\]\((?!https?:|#|mailto:)([^)#\s]+)/g
const NAMED_FILE = /`((?:server|web|protocol|contracts|solana|e2e|scripts|bench)\/[^`*<{\s]+)`/g
const NAMED_TEST = /`([\w-]+\.(?:test\.tsx?|t\.sol))`/g
/** Sources anywhere, but for those in `secrets/`: an operator makes `roles.sql` there. */
const NAMED_ANYWHERE = new RegExp(
  `\`(?!(?:secrets|${FOLDERS.join('|')})/|[\\w-]+\\.test\\.)([\\w./-]+\\.(?:ts|tsx|mjs|css|sql))\``,
  'g',
)
/** To the end of its line; the `//` of an address begins none. */
const COMMENT = /(?:^\s*\*|(?<![:\w])\/\/|\/\*).*/
const NAMED_IN_COMMENT = /(?<![\w./@-])(?:[\w-]+\/)+[\w.-]*\w\.(?:ts|tsx|mjs|css|sql)\b/g
const NAMED_SOURCE = new RegExp(`\`(?!(?:${FOLDERS.join('|')})/)([\\w./-]+\\.ts)\``, 'g')

/** `**R12**` → R12. A number that is given twice is a mistake of the page itself. */
export function readNumbers(text, letter) {
  const numbers = [...text.matchAll(new RegExp(`\\*\\*(${letter}\\d+)\\*\\*`, 'g'))].map(([, number]) => number)
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
  return { numbers: new Set(numbers), twice }
}

function* foreignPages(line) {
  for (const pattern of FOREIGN) {
    const [found] = pattern.exec(line) ?? []
    if (found)
      yield `"${found}" is no page of this repository; cite docs/rules.md, docs/invariants.md or docs/decisions`
  }
}

function* missingNumbers(line, { rules, invariants }) {
  for (const [, page, list] of line.matchAll(NUMBERED)) {
    const known = page === 'rules' ? rules : invariants
    for (const [number] of list.matchAll(/[RI]\d+/g))
      if (!known.has(number)) yield `${number} is not in docs/${page}.md`
  }
  const [bare] = BARE_INVARIANT.exec(line.replace(NUMBERED, '')) ?? []
  if (bare) yield `${bare} is cited as docs/invariants.md ${bare}`
}

function* missingPaths(line, { exists }) {
  for (const [path] of line.matchAll(DOCS_PATH)) if (!exists(path)) yield `${path} is not there`
}

function* missingNames(line, file, { exists, tests }) {
  for (const [, target] of line.matchAll(LINK))
    if (!exists(join(dirname(file), target))) yield `the link to ${target} leads nowhere`
  for (const [, path] of line.matchAll(NAMED_FILE)) if (!exists(path)) yield `${path} is not there`
  for (const [, name] of line.matchAll(NAMED_TEST)) if (!tests.has(name)) yield `no test is called ${name}`
}

function* missingSources(line, { exists, sources }) {
  for (const [, name] of line.matchAll(NAMED_SOURCE)) {
    if (!name.includes('/')) {
      if (!sources.has(name)) yield `no source is called ${name}`
    } else if (!exists(`server/src/${name}`)) yield `server/src/${name} is not there`
  }
}

/** By its path or the end of it, or as seen from its folder. */
function* missingFiles(line, file, { pattern, exists, paths }) {
  for (const [whole, name = whole] of line.matchAll(pattern))
    if (!exists(join(dirname(file), name)) && !paths.some((path) => `/${path}`.endsWith(`/${name}`)))
      yield `no file is called ${name}`
}

/** Of a style sheet any line may be inside one. */
const commentOf = (line, file) => (file.endsWith('.css') ? line : (COMMENT.exec(line)?.[0] ?? ''))

/** The citations of one file that lead nowhere, each with its line. `repository`: what there is to cite. */
export function findBadCitations(file, text, repository) {
  return text.split('\n').flatMap((line, index) => {
    const found = [
      ...foreignPages(line),
      ...missingNumbers(line, repository),
      ...missingPaths(line, repository),
      ...(file.endsWith('.md') ? missingNames(line, file, repository) : []),
      ...(file === 'ARCHITECTURE.md' ? missingSources(line, repository) : []),
      ...(file.endsWith('.md') && !OWN_WAY.has(file)
        ? missingFiles(line, file, { ...repository, pattern: NAMED_ANYWHERE })
        : []),
      ...(CODE.test(file)
        ? missingFiles(commentOf(line, file), file, { ...repository, pattern: NAMED_IN_COMMENT })
        : []),
    ]
    return found.map((problem) => `${file}:${index + 1}: ${problem}`)
  })
}

function* textFiles(folder) {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory() && folder !== '' && !SKIPPED.has(entry.name)) yield* textFiles(path)
    else if (entry.isFile() && TEXT.test(entry.name) && !EXAMPLES.has(path)) yield path
  }
}

/** `docs/decisions/0030` stands for the page whose name begins so. */
function existsInRepository(path) {
  if (existsSync(join(ROOT, path))) return true
  if (!/^docs\/decisions\/\d{4}$/.test(path)) return false
  return readdirSync(join(ROOT, 'docs/decisions')).some((name) => name.startsWith(`${basename(path)}-`))
}

function checkAll() {
  const files = ['', ...FOLDERS].flatMap((folder) => [...textFiles(folder)])
  const rules = readNumbers(readFileSync(join(ROOT, 'docs/rules.md'), 'utf8'), 'R')
  const invariants = readNumbers(readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8'), 'I')
  const repository = {
    rules: rules.numbers,
    invariants: invariants.numbers,
    exists: existsInRepository,
    tests: new Set(files.filter((file) => /\.test\.tsx?$|\.t\.sol$/.test(file)).map((file) => basename(file))),
    paths: files,
    sources: new Set(files.filter((file) => file.endsWith('.ts')).map((file) => basename(file))),
  }
  return [
    ...[...rules.twice, ...invariants.twice].map((number) => `${number} is given twice`),
    ...files.flatMap((file) => findBadCitations(file, readFileSync(join(ROOT, file), 'utf8'), repository)),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const found = checkAll()
  for (const line of found) console.error(line)
  process.exitCode = found.length === 0 ? 0 : 1
}
