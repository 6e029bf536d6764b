import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import type { Settings } from './settings.ts'
import { estimateKeyBits, KEY_MIN_BITS, splitKeys } from './key-strength.ts'

const KEYS = [
  'WALLET_KEK',
  'BACKUP_KEY',
  'MINTER_KEY',
  'SETTLER_KEY',
  'OWNER_KEY',
  'GUARDIAN_KEY',
  'SIGNER_SECRET',
] as const satisfies (keyof Settings)[]
const MAKE_ONE = 'make one with `openssl rand -hex 32`'

type Key = { name: string; value: string }

/** Keys that can be guessed, that are publicly known, or that do two jobs, so that losing one loses both. */
export function findKeyProblems(settings: Settings): string[] {
  const keys = [
    ...splitKeys(settings.SECRET_KEY).map((value, index) => ({
      name: index === 0 ? 'SECRET_KEY' : `SECRET_KEY (part ${index + 1})`,
      value,
    })),
    ...KEYS.flatMap((name) => (settings[name] ? [{ name, value: settings[name] }] : [])),
  ]
  const known = keys.some(isPrivateKey) ? listKnownKeys() : []
  return [
    ...keys.flatMap((key) => {
      if (estimateKeyBits(key.value) < KEY_MIN_BITS) return [`${key.name} can be guessed: ${MAKE_ONE}`]
      return known.includes(bare(key)) ? [`${key.name} is a test key that everybody knows: ${MAKE_ONE}`] : []
    }),
    ...keys.flatMap((key, index) => {
      const same = keys.slice(0, index).find((other) => bare(other) === bare(key))
      return same ? [`${same.name} and ${key.name} are the same: each needs a key of its own`] : []
    }),
  ]
}

const bare = ({ value }: Key): string => value.replace(/^0x/, '').toLowerCase()
const isPrivateKey = ({ value }: Key): boolean => /^(0x)?[0-9a-f]{64}$/i.test(value)

/** The accounts that hardhat, anvil and their documentation start with. */
function listKnownKeys(): string[] {
  const phrase = 'test test test test test test test test test test test junk'
  const accounts = HDKey.fromMasterSeed(pbkdf2Sync(phrase, 'mnemonic', 2_048, 64, 'sha512')).derive("m/44'/60'/0'/0")
  return Array.from({ length: 10 }, (_, index) =>
    Buffer.from(accounts.deriveChild(index).privateKey ?? []).toString('hex'),
  )
}
