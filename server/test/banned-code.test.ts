import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = /(?<!\.test|\.test-support)\.(ts|tsx|js|mjs)$/
const SOURCES = ['server/src', 'protocol/src', 'web/src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => SOURCE.test(path) && !path.includes('testing/'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
)
const LINES = SOURCES.flatMap((path) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .map((text) => ({ path, text })),
)
const filesWith = (pattern: RegExp) => [
  ...new Set(LINES.filter(({ text }) => pattern.test(text)).map(({ path }) => path)),
]

test('the sources are read', () => expect(SOURCES.length).toBeGreaterThan(500))

test.each([
  ['runs text as code', /\beval\(|new Function\(/],
  ['writes HTML into a page', /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)\b|document\.write\(/],
  ['starts a shell', /\bshell: |import .*\bexec(Sync|File|FileSync)?\b.* from 'node:child_process'/],
  ['takes certificates unchecked', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['takes chance from where it can be foretold', /Math\.random/],
  ['encrypts by anything but AES-256-GCM', /create(Cipher|Decipher)iv\((?!'aes-256-gcm')|publicEncrypt|privateDecrypt/],
])('nothing %s', (_what, pattern) => expect(filesWith(pattern)).toEqual([]))

test('the log has one writer, and only what speaks to a person at a terminal writes beside it', () => {
  expect(filesWith(/\bpino\(/)).toEqual(['server/src/logger.ts'])
  const atTerminals = filesWith(/\bconsole\.|\bprocess\.std(out|err)\.write/).filter(
    (path) => !path.includes('/commands/'),
  )
  expect(atTerminals.toSorted()).toEqual(['server/src/embedded/progress.ts', 'server/src/main.ts'])
})

test('values are compared without conversion, but with null for both kinds of nothing', () => {
  expect(filesWith(/[^=!<>]==(?!=)(?! null\b)|!=(?!=)(?! null\b)/)).toEqual([])
  for (const part of ['server', 'web', 'protocol']) {
    const { extends: base, compilerOptions } = JSON.parse(readFileSync(join(ROOT, part, 'tsconfig.json'), 'utf8'))
    expect([base, compilerOptions?.strict ?? true], part).toEqual(['../tsconfig.base.json', true])
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.base.json'), 'utf8'))
  expect(compilerOptions.strict).toBe(true)
})

test('SHA-1 is in what names an answer and in what Twilio signs, and every other hash is SHA-256', () => {
  expect(filesWith(/create(Hash|Hmac)\((?!'sha256')/)).toEqual([
    'server/src/http/conditional-get.ts',
    'server/src/messages/twilio-routes.ts',
  ])
})

test('a regular expression is made of constants alone', () => {
  expect(filesWith(/new RegExp\(/)).toEqual([
    'server/src/http/serving/front-end.ts',
    'protocol/src/auth.ts',
    'protocol/src/pages/page-path.ts',
  ])
})
