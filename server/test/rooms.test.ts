import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import config, { type Rule } from '../../.dependency-cruiser.mjs'

/** A file of each place that a rule speaks of. */
const PLACES = [
  ...config.forbidden.flatMap(({ to }) => [to].flatMap(({ path }) => [path ?? []].flat()).flatMap(sampleOf)),
  'server/src/config/x.ts',
  'server/src/errors/x.ts',
  'server/src/db/x.ts',
  'server/src/media/files/x.ts',
  'server/src/identity/throttling/x.ts',
  'server/src/payments/records/x.ts',
  'server/src/catalogue/listings/x.ts',
  'server/src/custody/intents/x.ts',
  ...['protocol/src', 'contracts', 'solana/src', 'e2e', 'web/src/ui', 'web/src/lib', 'web/src/api'].map(
    (folder) => `${folder}/x.ts`,
  ),
  ...['marketplace', 'admin', 'identity', 'notifications'].map((folder) => `web/src/${folder}/x.ts`),
]

/** `^server/src/(worker|servers)(/|\.ts$)` → `server/src/worker/x.ts`. */
function sampleOf(pattern: string): string[] {
  const room = /^\^(server\/src\/)\((\w[\w-]*)[|)]/.exec(pattern)
  if (room) return [`${room[1]}${room[2]}/x.ts`]
  const inside = /^\^(server\/src\/[\w-]+\/[\w-]+\/)$/.exec(pattern)
  return inside ? [`${inside[1]}x.ts`] : []
}

const isIn = (place: string, pattern: string | string[] | undefined) =>
  pattern === undefined || [pattern].flat().some((one) => new RegExp(one).test(place))

function* pairsOf({ from, to }: Rule): Generator<[string, string]> {
  for (const importer of PLACES.filter((place) => isIn(place, from.path)))
    for (const imported of PLACES) {
      const own = /^web\/src\/(\w+)/.exec(importer)?.[1] ?? ''
      const except = [to.pathNot ?? []].flat().map((pattern) => pattern.replace('$1', own))
      if (isIn(imported, to.path) && (except.length === 0 || !isIn(imported, except))) yield [importer, imported]
    }
}

const typeImport = (importer: string, imported: string) => {
  const path = relative(dirname(importer), imported)
  return `import type { X } from '${path.startsWith('.') ? path : `./${path}`}'\nexport type Y = X\n`
}

const RULES = config.forbidden.map(({ name }) => name).filter((name) => name !== 'no-circle')
const ALLOWED = 'server/src/payments/sales/allowed.ts'
const found: { rule: string; from: string }[] = []
let baseDir: string

/** One tree with a file for each rule that breaks it, a circle, and an import that is right. */
function seededTree(): Record<string, string> {
  const tree: Record<string, string> = {
    'server/src/ledger/a.ts': typeImport('server/src/ledger/a.ts', 'server/src/ledger/b.ts'),
    'server/src/ledger/b.ts': typeImport('server/src/ledger/b.ts', 'server/src/ledger/a.ts'),
    [ALLOWED]: typeImport(ALLOWED, 'server/src/ledger/x.ts'),
  }
  for (const place of PLACES) tree[place] = 'export type X = unknown\n'
  for (const rule of config.forbidden.filter(({ name }) => name !== 'no-circle')) {
    const [pair] = pairsOf(rule)
    if (!pair) throw new Error(`no place breaks ${rule.name}`)
    const [place, imported] = pair
    const importer = join(dirname(place), `breaks-${RULES.indexOf(rule.name)}.ts`)
    tree[importer] = typeImport(importer, imported)
  }
  return tree
}

beforeAll(async () => {
  baseDir = await mkdtemp(join(tmpdir(), 'verso-rooms-'))
  const tree = seededTree()
  for (const [path, text] of Object.entries(tree)) {
    await mkdir(dirname(join(baseDir, path)), { recursive: true })
    await writeFile(join(baseDir, path), text)
  }
  const { output } = await cruise(Object.keys(tree), {
    ...config.options,
    baseDir,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  })
  found.push(...(output as ICruiseResult).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from })))
})

afterAll(() => rm(baseDir, { recursive: true }))

test.each(RULES)('an import that breaks %s is found', (rule) => {
  expect(found.filter(({ from }) => from.endsWith(`/breaks-${RULES.indexOf(rule)}.ts`))).toContainEqual(
    expect.objectContaining({ rule }),
  )
})

test('two files that import types of each other are found', () => {
  expect(found).toContainEqual({ rule: 'no-circle', from: 'server/src/ledger/a.ts' })
})

test('a room may import from one below it', () => {
  expect(found.filter(({ from }) => from === ALLOWED)).toEqual([])
})
