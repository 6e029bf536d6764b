import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { createConfig } from '../server/src/config/config.ts'
import { readSettings } from '../server/src/config/read-settings.ts'
import { joinEmbedded } from '../server/src/embedded/join-embedded.ts'

/** Settings that are no secret, though they are long: names, places and public addresses. */
const PUBLIC = /^(dataDir|kind|host|from|origin|region|contract|receiver|publicRpcUrl|publishableKey)$/
const MIN_LENGTH = 8

test('the log of the whole run, at its most talkative, holds no secret of the settings, no token and no code', () => {
  const { dataDir, logFile } = inject('product')
  const log = readFileSync(logFile, 'utf8')
  expect(log).toContain('a request was answered')
  const secrets = secretsOf(dataDir)
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(7)
  const told = Object.entries(secrets).flatMap(([name, secret]) => (log.includes(secret) ? [name] : []))
  expect(told).toEqual([])
  // Access tokens, links' tokens and passwords' hashes have these forms; phones of members have theirs.
  for (const form of [/eyJ[\w-]{10,}\.eyJ/, /[?&]token=/, /\$argon2id\$/, /\+\d{11}\b/, /:\/\/[^\s"/]*@/])
    expect(form.exec(log)?.[0]).toBeUndefined()
})

/** Every long value of the configuration by its name; of addresses the password, and what comes after the host. */
function secretsOf(dataDir: string): Record<string, string> {
  const settings = readSettings({ DATA_DIR: dataDir, ROLE: 'api', DEMO_CONTENT: '0' })
  const values = joinEmbedded(settings)
  if (!values) throw new Error('the product does not run')
  const { secretKeys, database, walletKek, minterKey, settlerKey, ownerKey, payments } = createConfig(settings, values)
  const found: Record<string, string> = {}
  collect({ secretKeys, database, walletKek, minterKey, settlerKey, ownerKey, payments }, '', found)
  return found
}

function collect(value: unknown, name: string, found: Record<string, string>): void {
  if (typeof value === 'string') {
    const secret = value.includes('://') ? new URL(value).password : value
    if (secret.length >= MIN_LENGTH && !PUBLIC.test(name.split('.').at(-1) ?? ''))
      found[name] = secret.replace(/^0x/, '')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) collect(part, name ? `${name}.${key}` : key, found)
  }
}
