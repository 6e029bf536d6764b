import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { SECRETS } from './secret-files.ts'
import { settingsSchema } from './settings.ts'

const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
const entries = [...text.matchAll(/^# (.+)\n#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, sentence = '', name = '', value = '']) => ({
    sentence,
    name,
    value,
  }),
)
test('.env.example has each setting at most once with a sentence, and none that there is not', () => {
  const names = entries.map(({ name }) => name)
  expect(names.filter((name) => !(name in settingsSchema.shape))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect([...text.matchAll(/^#[A-Z][A-Z0-9_]*=/gm)]).toHaveLength(names.length)
  expect(names.length).toBeGreaterThan(90)
})

test('it says which settings can be files, and its defaults are those of the product', () => {
  for (const { name, sentence } of entries)
    expect({ name, isFile: sentence.endsWith(' (FILE)') }).toEqual({ name, isFile: SECRETS.includes(name) })
  const shown = Object.fromEntries(
    entries
      .filter(({ value }) => value !== '' && !value.includes('…') && !value.endsWith('.example'))
      .map(({ name, value }) => [name, value]),
  )
  const unsetOnly = [
    'SMS_PER_',
    'MAILS_PER_',
    'REGISTRATIONS_PER_',
    'WITHDRAWALS_PER_',
    'REQUESTS_PER_',
    'CONNECTIONS_PER_',
    'PASSWORD_FAILURES_',
    'CODE_FAILURES_',
  ]
  const defaults = readSettings({})
  const { DATABASE_URL: _database, ...given } = shown
  const asShown = readSettings(given)
  for (const [name, value] of Object.entries(asShown))
    if (!unsetOnly.some((start) => name.startsWith(start)))
      expect({ name, value }).toEqual({ name, value: defaults[name as keyof typeof defaults] })
})
