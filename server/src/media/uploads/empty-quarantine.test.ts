import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVM_CHAINS } from '@verso/protocol/chains'
import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '../../../test/product.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const HOUR_SECONDS = 3_600

test('a process without a worker removes what a crash left of uploads on its machine, and keeps what is new', {
  timeout: 240_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'verso-quarantine-'))
  const quarantine = join(dataDir, 'quarantine')
  await mkdir(quarantine)
  for (const name of ['abandoned', 'under-way']) await writeFile(join(quarantine, name), 'bytes')
  const longAgo = Date.now() / 1_000 - 2 * HOUR_SECONDS
  await utimes(join(quarantine, 'abandoned'), longAgo, longAgo)
  const { database, chains } = t.ctx.config
  const api = await startProduct({
    ROLE: 'api',
    DEMO_CONTENT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: t.ownerUrl,
    WALLET_KEK: t.ctx.config.walletKek,
    MINTER_KEY: t.keys.minterKey,
    SETTLER_KEY: t.keys.settlerKey,
    ...Object.fromEntries(EVM_CHAINS.map((chain) => [`${chain}_RPC_URL`, chains[chain].rpcUrl])),
    ...Object.fromEntries(EVM_CHAINS.map((chain) => [`${chain}_CONTRACT`, t.ctx.chains[chain].contract])),
  })
  onTestFinished(() => api.remove())
  await expect.poll(() => readdir(quarantine)).toEqual(['under-way'])
})
