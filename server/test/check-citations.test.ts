import { expect, test } from 'vitest'

const { findBadCitations, readNumbers } = await import(
  new URL('../../scripts/check-citations.mjs', import.meta.url).href
)

const repository = {
  rules: new Set(['R1', 'R12']),
  invariants: new Set(['I8']),
  exists: (path: string) =>
    ['docs/rules.md', 'docs/invariants.md', 'docs/decisions/0030', 'server/src/app.ts'].includes(path),
  tests: new Set(['app.test.ts']),
  sources: new Set(['app.ts']),
  paths: ['server/src/app.ts', 'server/src/jobs/lead.ts'],
}
const find = (text: string, file = 'server/src/app.ts') => findBadCitations(file, text, repository)

test.each([
  '// The price is fixed (docs/rules.md R1, R12).',
  '// Late money (docs/invariants.md I8) is refunded (docs/decisions/0030).',
  ' * https://example.com/docs/anything and /api/docs/',
  'const I18N = 1',
])('%s leads somewhere', (line) => {
  expect(find(line)).toEqual([])
})

test.each([
  ['// docs/rules.md R1, R13', 'R13 is not in docs/rules.md'],
  ['// docs/rules.md R1 and R13', 'R13 is not in docs/rules.md'],
  ['// docs/invariants.md I9', 'I9 is not in docs/invariants.md'],
  ['// Sums to zero (I8).', 'I8 is cited as docs/invariants.md I8'],
  ['-- I8: one open listing', 'I8 is cited as docs/invariants.md I8'],
  ['// docs/decisions/0031', 'docs/decisions/0031 is not there'],
  ['// see docs/operations/nowhere.md.', 'docs/operations/nowhere.md is not there'],
])('%s leads nowhere', (line, problem) => {
  expect(find(`\n${line}`)).toEqual([`server/src/app.ts:2: ${problem}`])
})

/** Names of pages that are elsewhere, put together here, so that no such citation stands in the repository. */
const page = (name: string) => `${name}.md`
const section = (number: number) => `§${number}`

test.each([
  `spec ${section(5)}`,
  `Spec ${section(2)}`,
  page('spec'),
  `${page('decisions')} → Accounts`,
  page('safety'),
  page('chain'),
  page('contract'),
  page('ui/README'),
  ['the', 'specification'].join(' '),
])('"%s" is not in the repository', (page) => {
  expect(find(`// As ${page} says`)).toEqual([expect.stringContaining('is no page of this repository')])
})

test('a document names only links, files and tests that exist', () => {
  const good = '[rules](../rules.md), `server/src/app.ts`, `app.test.ts`, [web](https://example.com)'
  expect(find(good, 'docs/operations/page.md')).toEqual([])
  const bad = '[rules](rules.md), `server/src/gone.ts`, `gone.test.ts`'
  expect(find(bad, 'docs/operations/page.md')).toEqual([
    'docs/operations/page.md:1: the link to rules.md leads nowhere',
    'docs/operations/page.md:1: server/src/gone.ts is not there',
    'docs/operations/page.md:1: no test is called gone.test.ts',
  ])
})

test('the page of the architecture names sources by their room, or alone', () => {
  expect(find('`app.ts`, `server/src/app.ts`, `docs/`', 'ARCHITECTURE.md')).toEqual([])
  expect(
    findBadCitations('ARCHITECTURE.md', '`jobs/lead.ts`', {
      ...repository,
      exists: (path: string) => path === 'server/src/jobs/lead.ts',
    }),
  ).toEqual([])
  expect(find('`gone.ts`, `jobs/gone.ts`, `server/src/gone.ts`', 'ARCHITECTURE.md')).toEqual([
    'ARCHITECTURE.md:1: server/src/gone.ts is not there',
    'ARCHITECTURE.md:1: no source is called gone.ts',
    'ARCHITECTURE.md:1: server/src/jobs/gone.ts is not there',
  ])
})

test('a page and a comment name files by the end of their path', () => {
  expect(find('`app.ts`, `jobs/lead.ts`, `server/src/app.ts`', 'docs/speed.md')).toEqual([])
  expect(find('`gone.ts` and `health/lead.ts`', 'docs/speed.md')).toEqual([
    'docs/speed.md:1: no file is called gone.ts',
    'docs/speed.md:1: no file is called health/lead.ts',
  ])
  expect(find('/** As jobs/lead.ts does. */')).toEqual([])
  expect(find('/** As health/lead.ts does. */')).toEqual(['server/src/app.ts:1: no file is called health/lead.ts'])
  expect(find("import { lead } from './health/lead.ts'")).toEqual([])
})

test.each([
  ['README.md', 'See `health/lead.ts`.'],
  ['web/src/page.tsx', 'const lead = 1 // as health/lead.ts has it'],
  ['web/src/page.tsx', '      {/* As health/lead.ts has it. */}'],
  ['web/src/page.css', '   as health/lead.ts has it, in the second line of a comment */'],
])('%s: "%s" names a file that is gone', (file, line) => {
  expect(find(line, file)).toEqual([`${file}:1: no file is called health/lead.ts`])
})

test('a changelog may name what is gone, and an address in code is no comment', () => {
  expect(find('`health/lead.ts` is gone.', 'CHANGELOG.md')).toEqual([])
  expect(find("fetch('https://example.com/health/lead.ts')")).toEqual([])
})

test('a number that is given to two rules is found', () => {
  expect(readNumbers('- **R1** a\n- **R2** b\n- **R1** c', 'R')).toEqual({
    numbers: new Set(['R1', 'R2']),
    twice: ['R1'],
  })
})
