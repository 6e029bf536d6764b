import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RETENTIONS } from '../src/identity/sessions/purge-expired.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = /`((?:server|web|protocol|contracts|e2e|scripts|docs)\/[^`*\s]+)`/g
const DECISIONS = /[Dd]ecisions? (\d{4})(?: and (\d{4}))?/g
const ROW = /^\| V(\d+)\.\d+\.\d+ \| ([123]) \| .+ \| (yes|no|operator|n\/a) \| .+ \|$/
/** A requirement that is held must name the test that holds it. */
const HELD_BY = /`[^`\s]+(?:\.test\.tsx?|\.t\.sol)`/
/** Requirements of levels 1 and 2 in ASVS 5.0.0, and the four of level 3 that we take on. */
const REQUIREMENTS = 253 + 4

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test.each(['docs/security/asvs.md', 'SECURITY.md'])('%s names only files and decisions that exist', (document) => {
  const text = read(document)
  const files = [...text.matchAll(FILES)].map(([, path = '']) => path)
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const links = [...text.matchAll(/\]\(((?!http|#)[^)#]+)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(join(ROOT, document, '..', path)))).toEqual([])
})

test('each requirement is answered once, and each that is held names what holds it', () => {
  const lines = read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => line.startsWith('| V'))
  for (const line of lines) expect(line).toMatch(ROW)
  const ids = lines.map((line) => line.split(' | ')[0])
  expect(new Set(ids).size).toBe(REQUIREMENTS)
  expect(ids).toHaveLength(REQUIREMENTS)
})

test('each requirement that is held names the test that holds it', () => {
  const held = read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => ROW.exec(line)?.[3] === 'yes')
  expect(held.length).toBeGreaterThan(150)
  expect(held.filter((line) => !HELD_BY.test(line))).toEqual([])
})

test('what a requirement asks to be written down is written down', () => {
  const text = read('docs/security/asvs.md')
  for (const [, section] of text.matchAll(/"(\w+)" below/g)) expect(text).toContain(`\n## ${section}\n\n`)
  expect(read('SECURITY.md')).toMatch(/critical ones within \d+ days of being known, high ones within \d+ days/)
})

test('nothing that is deleted after a time is said to be kept always', () => {
  const keptAlways = read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => /\| always[^|]*\|$/.test(line))
  expect(keptAlways.length).toBeGreaterThan(1)
  for (const table of [...RETENTIONS.map(({ table }) => table), 'audit_log'])
    expect(keptAlways.filter((line) => new RegExp(`\\b${table.replace('_', '[_ ]')}\\b`).test(line))).toEqual([])
})

test('the decisions that are named exist', () => {
  const named = [...read('docs/security/asvs.md').matchAll(DECISIONS)].flatMap(([, ...numbers]) =>
    numbers.filter(Boolean),
  )
  const there = readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((number) => !there.includes(number))).toEqual([])
})
