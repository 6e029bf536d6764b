import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { productionSettings } from '../../test/production.ts'
import { createConfig } from './config.ts'
import { inspectSettings, readSettings } from './read-settings.ts'
import { estimateKeyBits, KEY_MIN_BITS } from './key-strength.ts'

type Env = Record<string, string | undefined>
const production = productionSettings()
const EMBEDDED = {
  rpcUrls: { POLYGON: 'http://127.0.0.1:8545', ETH: 'http://127.0.0.1:8546' },
  secrets: { secretKey: '', walletKek: '', minterKey: '', settlerKey: '', ownerKey: '', webhookSecret: '' },
}

function problemsOf(env: Env): string {
  try {
    readSettings(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
const inProduction = (env: Env) => problemsOf({ ...production, ...env })

describe('production', () => {
  it.each([
    ['NODE_ENV', 'production'],
    ['BIND_HOST', '0.0.0.0'],
    ['BIND_HOST', '::'],
    ['PUBLIC_URL', 'https://verso.example'],
    ['PUBLIC_URL', 'http://127.0.0.1.evil.example'],
    ['ADMIN_URL', 'https://admin.verso.example'],
    ['MEDIA_URL', 'http://192.168.1.7:3002'],
    ['PAY_URL', 'https://pay.verso.example'],
    ['DATABASE_URL', 'postgres://app:secret-word@db.internal/verso'],
    ['DATABASE_URL', 'postgres://app:secret-word@127.0.0.1/verso?host=db.internal'],
    ['MIGRATION_DATABASE_URL', 'postgres://owner:secret-word@db.internal/verso'],
    ['POLYGON_RPC_URL', 'https://polygon.example.com/v2/secret-word'],
    ['ETH_RPC_URL', 'https://eth.example.com/v2/secret-word'],
  ])('is told by %s=%s, with any other settings', (name, value) => {
    for (const NODE_ENV of [undefined, 'development', 'test']) {
      const message = problemsOf({ NODE_ENV, [name]: value })
      expect(message).toContain('this is production')
      for (const driver of ['PAYMENT_PROVIDER=sandbox', 'MAIL_DRIVER=outbox', 'SMS_DRIVER=outbox'])
        expect(message).toContain(driver)
      expect(message).toContain('WALLET_KEK is missing')
      expect(message).not.toContain('secret-word')
    }
  })

  it('is not told by addresses of this machine', () => {
    const env = {
      BIND_HOST: '::1',
      PUBLIC_URL: 'http://localhost:3000',
      ADMIN_URL: 'http://127.0.0.1:3001',
      MEDIA_URL: 'http://[::1]:3002',
      DATABASE_URL: 'postgres://app@localhost:5432/verso?host=/var/run/postgresql',
      POLYGON_RPC_URL: 'http://127.0.0.1:8545',
    }
    expect(problemsOf(env)).toBe('')
    const config = createConfig(readSettings(env), EMBEDDED)
    expect(config).toMatchObject({ isProduction: false, isDevelopment: true, isDemo: true })
  })

  it('starts when everything is right, without demo logins and development routes', () => {
    expect(inProduction({})).toBe('')
    for (const NODE_ENV of [undefined, 'development', 'test', 'production']) {
      const config = createConfig(readSettings({ ...production, NODE_ENV }), EMBEDDED)
      expect(config).toMatchObject({ isProduction: true, isDevelopment: false, isDemo: false })
    }
  })

  it('knows four values of NODE_ENV and no other', () => {
    for (const NODE_ENV of ['prod', 'Production', 'staging', 'development '])
      expect(problemsOf({ NODE_ENV })).toContain('NODE_ENV: must be one of development, test, production')
    expect(problemsOf({ NODE_ENV: '' })).toBe('')
  })

  it('with ALLOW_SANDBOX=1 takes the sandbox and the outbox, and never demo logins or fewer keys', () => {
    const staging = { ALLOW_SANDBOX: '1', PAYMENT_PROVIDER: 'sandbox', MAIL_DRIVER: 'outbox', SMS_DRIVER: 'outbox' }
    expect(inProduction(staging)).toBe('')
    expect(inProduction({ ...staging, DEMO_CONTENT: '1' })).toContain('DEMO_CONTENT=1 is not allowed')
    expect(inProduction({ ...staging, SECRET_KEY: undefined })).toContain('SECRET_KEY is missing')
  })

  it('limits who reaches a staging from outside as any other, and lets a developer’s machine be', () => {
    const outbox = { ALLOW_SANDBOX: '1', MAIL_DRIVER: 'outbox', SMS_DRIVER: 'outbox' }
    const limitsOf = (env: Env) => createConfig(readSettings(env), EMBEDDED).limits
    const local = { DATABASE_URL: 'postgres://app@localhost:5432/verso' }
    expect(limitsOf({ ...production, ...outbox })).toEqual(limitsOf(production))
    expect(limitsOf(local).passwordFailuresPerNetwork).toBeGreaterThan(limitsOf(production).passwordFailuresPerNetwork)
  })

  it('says all that is wrong in one message', () => {
    const message = inProduction({
      PORT: 'abc',
      WALLET_KEK: undefined,
      SECRET_KEY: 'k'.repeat(40),
      PUBLIC_URL: 'shop',
      STORAGE: 's3',
      DATABASE_READ_URL: 'the replica',
      STORAGE_DRIVER: 's3',
    })
    for (const line of [
      'PORT: must be a port',
      'PUBLIC_URL: must be an address like https://example.com',
      'DATABASE_READ_URL: must be an address like postgres://',
      'WALLET_KEK is missing',
      'SECRET_KEY can be guessed',
      'STORAGE_DRIVER=s3 needs S3_BUCKET',
    ])
      expect(message).toContain(line)
    expect(message).not.toContain('PUBLIC_URL is missing')
  })

  it('wants https and an origin for each of its addresses', () => {
    expect(inProduction({ ADMIN_URL: 'http://admin.verso.example' })).toContain('ADMIN_URL must be https')
    expect(inProduction({ MEDIA_URL: 'https://verso.example/media' })).toContain('MEDIA_URL must be an origin alone')
    expect(inProduction({ MEDIA_URL: production.PUBLIC_URL })).toContain('PUBLIC_URL and MEDIA_URL are the same')
    expect(inProduction({ ADMIN_URL: 'https://verso.example:443/' })).toContain('PUBLIC_URL and ADMIN_URL are the same')
    expect(inProduction({ PAY_URL: production.ADMIN_URL })).toContain('ADMIN_URL and PAY_URL are the same')
  })

  it('wants two roles of the database', () => {
    const app = production.DATABASE_URL
    expect(inProduction({ MIGRATION_DATABASE_URL: app })).toContain('have the same role, verso_app')
    const { username: owner } = new URL(String(production.MIGRATION_DATABASE_URL))
    expect(inProduction({ DATABASE_URL: `${app}?user=${owner}` })).toContain(`have the same role, ${owner}`)
  })

  it('asks for the owner of the database where something works as the owner', () => {
    const without = { ...production, MIGRATION_DATABASE_URL: undefined }
    for (const ROLE of ['all', 'api', 'worker']) expect(problemsOf({ ...without, ROLE })).toBe('')
    const staging = { ...without, ALLOW_SANDBOX: '1', PAYMENT_PROVIDER: 'sandbox' }
    expect(problemsOf(staging)).toContain('PAYMENT_PROVIDER=sandbox needs MIGRATION_DATABASE_URL')
    expect(problemsOf({ ...staging, ROLE: 'worker' })).toBe('')
    for (const purpose of ['owner', 'database'] as const)
      expect(inspectSettings(without, { purpose }).problems.join()).toContain('MIGRATION_DATABASE_URL is missing')
  })

  it('asks for the keys that sign for the platform where something is sent, and not in an api', () => {
    for (const name of ['MINTER_KEY', 'SETTLER_KEY']) {
      for (const ROLE of ['all', 'worker'])
        expect(inProduction({ ROLE, [name]: undefined })).toContain(`${name} is missing`)
      expect(inProduction({ ROLE: 'api', [name]: undefined })).toBe('')
    }
    const settings = readSettings({ ...production, ROLE: 'api', MINTER_KEY: undefined })
    const made = { ...EMBEDDED, secrets: { ...EMBEDDED.secrets, minterKey: 'one made for development' } }
    expect(createConfig(settings, made).minterKey).toBeUndefined()
  })

  it('gives its rights to the role of DATABASE_URL, also one that is a parameter of the address', () => {
    const named = { ...production, DATABASE_URL: 'postgres://db.internal/verso?user=verso_app' }
    expect(createConfig(readSettings(named), EMBEDDED).database.appRole).toBe('verso_app')
  })

  it('wants a role in the address of the database', () => {
    expect(inProduction({ DATABASE_URL: 'postgres://db.internal/verso' })).toContain('must each name their role')
    expect(inProduction({ DATABASE_URL: 'postgres:///verso' })).toContain('DATABASE_URL: must be an address like')
  })

  it('wants keys that cannot be guessed, and another for each job', () => {
    const hex = randomBytes(32).toString('hex')
    expect(inProduction({ MINTER_KEY: `0x${hex}`, SETTLER_KEY: `0x${hex.toUpperCase()}` })).toContain(
      'MINTER_KEY and SETTLER_KEY are the same',
    )
    expect(inProduction({ WALLET_KEK: hex, OWNER_KEY: `0x${hex}` })).toContain('WALLET_KEK and OWNER_KEY are the same')
    expect(inProduction({ SECRET_KEY: `${hex},${production.WALLET_KEK}` })).toContain(
      'SECRET_KEY (part 2) and WALLET_KEK are the same',
    )
    expect(inProduction({ SIGNER_SECRET: production.SECRET_KEY })).toContain(
      'SECRET_KEY and SIGNER_SECRET are the same',
    )
    const known = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
    expect(inProduction({ SETTLER_KEY: known })).toContain('SETTLER_KEY is a test key that everybody knows')
    expect(inProduction({ MINTER_KEY: `0x${'0'.repeat(63)}1` })).toContain('MINTER_KEY can be guessed')
    expect(inProduction({ ROLE: 'signer', SIGNER_SECRET: 's'.repeat(40) })).toContain('SIGNER_SECRET can be guessed')
  })

  it('never takes an empty key among several', () => {
    const good = randomBytes(32).toString('base64url')
    for (const SECRET_KEY of [`${good},`, `,${good}`, `${good}, ,${good}`])
      expect(problemsOf({ SECRET_KEY })).toContain('SECRET_KEY: must have at least 32 characters')
  })
})

describe('the estimate of a key', () => {
  it('lets every random key pass', () => {
    for (let tries = 0; tries < 2_000; tries++) {
      expect(estimateKeyBits(randomBytes(16).toString('hex'))).toBeGreaterThan(KEY_MIN_BITS)
      expect(estimateKeyBits(randomBytes(24).toString('base64'))).toBeGreaterThan(KEY_MIN_BITS)
    }
  })

  it.each([
    'k'.repeat(64),
    'change-me-change-me-change-me-change-me',
    'this-is-a-very-long-secret-key-for-production-please-change',
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    `0x${'12'.repeat(32)}`,
    'passwordpasswordpasswordpassword1!',
    'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbcccccccccccccccc',
    'correct-horse-battery-staple-correct-horse',
  ])('refuses %s', (key) => expect(estimateKeyBits(key)).toBeLessThan(KEY_MIN_BITS))
})

describe('a setting under its old name', () => {
  const noticesOf = (env: Env) => inspectSettings(env).notices

  it('is told when it is clearly meant for Verso, and refused in production', () => {
    const env = { STORAGE: 's3', PAYMENTS: 'stripe', MAIL: 'smtp', SMS: 'twilio', IPFS: 'kubo', DEMO: '0' }
    expect(noticesOf(env)).toEqual([
      'MAIL=smtp is not read: the setting is MAIL_DRIVER=smtp',
      'SMS=twilio is not read: the setting is SMS_DRIVER=twilio',
      'STORAGE=s3 is not read: the setting is STORAGE_DRIVER=s3',
      'IPFS=kubo is not read: the setting is IPFS_DRIVER=kubo',
      'PAYMENTS=stripe is not read: the setting is PAYMENT_PROVIDER=stripe',
      'DEMO=0 is not read: the setting is DEMO_CONTENT=0',
    ])
    expect(problemsOf(env)).toBe('')
    expect(inProduction({ STORAGE: 's3' })).toContain('the setting is STORAGE_DRIVER=s3')
    expect(inProduction({ STORAGE: 's3', STORAGE_DRIVER: 'disk', DEMO: '1' })).toBe('')
  })

  it('is ignored when a login or another program has set it', () => {
    const env = { MAIL: '/var/mail/ann', HOST: 'machine', HOSTNAME: 'machine', STORAGE: '/data', DEMO: 'yes' }
    expect(noticesOf(env)).toEqual([])
    expect(inProduction(env)).toBe('')
  })
})

describe('a secret in a file', () => {
  it('is read from there, and a file that cannot be read or a second value is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'verso-secret-'))
    const file = join(folder, 'kek')
    const kek = randomBytes(32).toString('base64url')
    writeFileSync(file, `${kek}\n`)
    const settings = readSettings({ ...production, WALLET_KEK: undefined, WALLET_KEK_FILE: file })
    expect(settings.WALLET_KEK).toBe(kek)
    expect(problemsOf({ WALLET_KEK: kek, WALLET_KEK_FILE: file })).toContain('are both set')
    expect(problemsOf({ WALLET_KEK_FILE: join(folder, 'none') })).toContain('cannot be read (ENOENT)')
    rmSync(folder, { recursive: true })
  })
})
