import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES } from '@verso/protocol/pages/pages'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { joinEmbedded } from '../../src/embedded/join-embedded.ts'
import { copyTemplate } from '../database.ts'
import { descendantsOf, isAlive, nameOf } from '../processes.ts'
import { runScript } from '../run-script.ts'
import { freePorts, type Product, startProduct, startRefused } from '../product.ts'

const ENDED_MS = 20_000
const TIMEOUT_MS = 300_000
vi.setConfig({ testTimeout: TIMEOUT_MS })

let product: Product
beforeAll(async () => {
  product = await startProduct({ DEMO_CONTENT: '0' })
}, 180_000)
afterAll(() => product?.remove(), 60_000)

describe('a start', () => {
  it('on a data folder in use is refused with one message', async () => {
    const { code, output } = await startRefused({
      DEMO_CONTENT: '0',
      DATA_DIR: product.dataDir,
      ...(await freePorts()),
    })
    expect(code).toBe(1)
    expect(said(output)).toBe(
      `Another process (pid ${product.pid}) already runs on ${product.dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    )
  })

  it('on a port in use is refused with one message, and leaves no data folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'verso-product-'))
    const taken = new URL(product.url).port
    for (const name of ['PORT', 'PAY_PORT']) {
      const { code, output } = await startRefused({
        DEMO_CONTENT: '0',
        DATA_DIR: dataDir,
        ...(await freePorts()),
        [name]: taken,
      })
      expect(code).toBe(1)
      expect(said(output)).toBe(`Port ${taken} is in use. Stop what listens there, or choose another with ${name}.`)
    }
    expect(readdirSync(dataDir)).toEqual([])
    await rm(dataDir, { recursive: true })
  })
})

// Patient: a busy machine is no finding.
const doctor = () => runScript('commands/doctor.ts', ['--full'], product.settings)

describe('a command of the operator', () => {
  it('backs up beside the running product with nothing configured: its key stays in the data folder', async () => {
    const place = join(product.dataDir, 'backups')
    const made = await runScript('commands/backup/backup.ts', ['--to', place], product.settings)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(join(product.dataDir, 'backup.key')) })
    const verified = await runScript('commands/backup/verify.ts', ['--from', place], product.settings)
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('It is whole.') })
  })

  it('works beside the running product, unless it may not', async () => {
    const { code, output } = await doctor()
    expect(output).not.toContain('✗')
    expect(code).toBe(0)
    const made = await runScript('commands/admin-create.ts', ['--email', 'boss@example.test'], product.settings)
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(`${PAGES.resetPassword}?token=`) })
    const rotated = await runScript('commands/rotate-kek.ts', ['--to', `${product.dataDir}/key`], product.settings)
    expect(rotated).toMatchObject({ code: 1, output: expect.stringContaining('already runs on') })
  })

  it('of a newer version is refused, and leaves the running product its database', async () => {
    const settings = { DATA_DIR: product.dataDir, DATABASE_URL: undefined }
    const client = new pg.Client({ connectionString: joinEmbedded(settings)?.database?.ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name',
    )
    const latest = rows[0]?.name
    const { code, output } = await doctor()
    const applied = await client.query('select name from schema_migrations where name = $1', [latest])
    await client.query('insert into schema_migrations (name) values ($1) on conflict do nothing', [latest])
    await client.end()
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`has not had ${latest}.`) })
    expect(applied.rows).toEqual([])
  })

  it('works beside a product on a database of one’s own', async () => {
    const urls = { ownerUrl: inject('postgresOwnerUrl'), appUrl: inject('postgresAppUrl') }
    const { ownerUrl, appUrl, drop } = await copyTemplate(urls)
    const other = await startProduct({ DEMO_CONTENT: '0', DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl })
    const { code, output } = await runScript('commands/doctor.ts', ['--full'], other.settings)
    await other.remove()
    await drop()
    expect(output).not.toContain('✗')
    expect(code).toBe(0)
  })
})

const onLinux = describe.runIf(process.platform === 'linux')

onLinux('what was started', () => {
  it('ends with the product on SIGTERM', async () => {
    const started = descendantsOf(product.pid)
    expect(started.map(nameOf)).toEqual(expect.arrayContaining(['postgres', 'anvil']))
    await product.stop()
    await expectEnded(started)
  })
})

// A start takes seconds of computing: each of these goes on from how the one before leaves the product.
describe('a command of the operator without the product', () => {
  it('works too', async () => {
    await product.stop()
    const { code, output } = await doctor()
    expect(output).not.toContain('✗')
    expect(code).toBe(0)
  })
})

describe('a later start', () => {
  it('keeps the fee of the first, and names no demo login that is not there', async () => {
    await product.stop()
    product.settings.PLATFORM_FEE_BPS = '700'
    product.settings.DEMO_CONTENT = '1'
    await product.restart()
    const settings = await fetch(`${product.url}/api/settings/`)
    expect(await settings.json()).toMatchObject({ data: { platform_fee_bps: 250 } })
    expect(product.log()).not.toContain('demo-pass')
  })
})

onLinux('what was started', () => {
  it('ends soon after a kill -9', async () => {
    const started = descendantsOf(product.pid)
    await product.kill()
    await expectEnded(started)
  })
})

const said = (output: string) => output.trim()

/** Those that end with their parent see its end a moment later. */
const expectEnded = (started: number[]) =>
  expect.poll(() => started.filter(isAlive).map(nameOf), { timeout: ENDED_MS, interval: 50 }).toEqual([])
