import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '../../test/build-member.ts'
import { runScript } from '../../test/run-script.ts'
import { useTestApp } from '../../test/test-app.ts'
import { systemClock } from '../clock.ts'
import { readSeed } from '../custody/keys/seed.ts'
import { startHeartbeat } from '../jobs/heartbeat.ts'
import { decryptDetails } from '../payments/bank-accounts/fiat-crypto.ts'

const t = useTestApp()
const LONG_MS = 240_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verso-kek-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = (walletKek: string): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: t.ctx.config.database.url,
  MIGRATION_DATABASE_URL: t.ownerUrl,
  POLYGON_RPC_URL: t.ctx.chains.POLYGON.rpcUrl,
  ETH_RPC_URL: t.ctx.chains.ETH.rpcUrl,
  MINTER_KEY: t.keys.minterKey,
  SETTLER_KEY: t.keys.settlerKey,
  WALLET_KEK: walletKek,
  PORT: '0',
  ADMIN_PORT: '0',
  MEDIA_PORT: '0',
  PAY_PORT: '0',
})

const rotate = (walletKek: string, args: string[]) => runScript('commands/rotate-kek.ts', args, settings(walletKek))
const keyIn = async (file: string) => (await readFile(file, 'utf8')).trim()
const canOpenSeed = (kek: string) =>
  readSeed(t.ctx.db, kek).then(
    (seed) => seed.toString('hex'),
    () => undefined,
  )

async function canOpenBank(walletKek: string): Promise<boolean> {
  const row = await t.ctx.db.selectFrom('fiat_accounts').select(['id', 'details_encrypted']).executeTakeFirstOrThrow()
  try {
    return decryptDetails(row.details_encrypted, { id: row.id, walletKek }) !== undefined
  } catch {
    return false
  }
}

test(
  'wallet:rotate-kek changes the key of the seed and of the bank details, together or one of them',
  async () => {
    const old = t.ctx.config.walletKek
    const seed = await canOpenSeed(old)
    await addBankAccount()
    const [both, bank, seedOnly] = ['both', 'bank', 'seed'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]

    const refused = [
      await rotate(old, []),
      await rotate(old, ['--to', both, '--only', 'all']),
      await rotate('w'.repeat(40), ['--to', both]),
    ]
    const [guessed, heartbeat] = [join(folder, 'guessed'), startHeartbeat({ ...t.ctx, clock: systemClock }, 'api')]
    await writeFile(guessed, 'correct horse battery staple wallet key')
    refused.push(await rotate(old, ['--to', both]))
    expect(refused.at(-1)?.output).toContain('The product runs on this database (api')
    await heartbeat.stop()
    refused.push(await rotate(old, ['--to', guessed]))
    expect(refused.at(-1)?.output).toContain('can be guessed')
    refused.push(await rotate(old, ['--to', join(guessed, 'below')]))
    expect(refused.at(-1)?.output).toMatch(/The file of the new key, .*below, cannot be used: ENOTDIR/)
    await mkdir(join(folder, 'data'), { recursive: true })
    await writeFile(join(folder, 'data/secrets.json'), JSON.stringify({ walletKek: old }))
    for (const only of ['seed', 'bank']) refused.push(await rotate(old, ['--to', both, '--only', only]))
    await rm(join(folder, 'data/secrets.json'))
    for (const { code, output } of refused)
      expect({ code, output }).toMatchObject({ code: 1, output: expect.not.stringContaining(' at ') })
    expect(await canOpenSeed(old)).toBe(seed)

    expect(await rotate(old, ['--to', both])).toMatchObject({
      code: 0,
      output: expect.stringContaining('Set WALLET_KEK'),
    })
    const first = await keyIn(both)
    expect(await canOpenSeed(old)).toBeUndefined()
    expect(await canOpenSeed(first)).toBe(seed)
    expect(await canOpenBank(first)).toBe(true)

    expect(await rotate(first, ['--to', bank, '--only', 'bank'])).toMatchObject({ code: 0 })
    expect(await canOpenSeed(first)).toBe(seed)
    expect(await canOpenBank(await keyIn(bank))).toBe(true)

    // The two have different keys from here on: one at a time.
    const apart = await rotate(first, ['--to', seedOnly])
    expect(apart).toMatchObject({ code: 1, output: expect.stringContaining('--only seed') })
    expect(await canOpenSeed(first)).toBe(seed)
    expect(await rotate(first, ['--to', seedOnly, '--only', 'seed'])).toMatchObject({ code: 0 })
    expect(await canOpenSeed(await keyIn(seedOnly))).toBe(seed)
    expect(await canOpenBank(await keyIn(bank))).toBe(true)

    const audit = t.ctx.db.selectFrom('audit_log').select('id').where('action', '=', 'wallet.rotate-kek')
    expect(await audit.execute()).toHaveLength(3)

    const start = await runScript('main.ts', [], settings(old))
    expect(start).toMatchObject({ code: 1, output: expect.stringContaining('WALLET_KEK is not the key') })
  },
  LONG_MS,
)

async function addBankAccount(): Promise<void> {
  const member = await buildMember(t)
  const account = { account_number: '123456789012', bank_name: 'Bank of Ceylon' }
  const body = { holder: 'Nimal Perera', country: 'lk', currency: 'lkr', ...account }
  const added = await t.call('POST', '/api/accounts/fiats/', { token: member.tokens.access, body })
  expect(added).toMatchObject({ status: 200 })
}
