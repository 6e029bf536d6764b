import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../test/product.ts'
import { runScript } from '../../test/run-script.ts'
import { useTestApp } from '../../test/test-app.ts'

const t = useTestApp()
const LONG_MS = 240_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verso-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (script: string, args: string[] = [], more: Record<string, string> = {}) =>
  runScript(`commands/${script}.ts`, args, {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: t.ctx.config.database.url,
    MIGRATION_DATABASE_URL: t.ownerUrl,
    POLYGON_RPC_URL: t.ctx.chains.POLYGON.rpcUrl,
    ETH_RPC_URL: t.ctx.chains.ETH.rpcUrl,
    MINTER_KEY: t.keys.minterKey,
    SETTLER_KEY: t.keys.settlerKey,
    WALLET_KEK: t.ctx.config.walletKek,
    PAY_PORT: String(t.ctx.config.ports.pay),
    ...more,
  })

async function inDatabase<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: t.ownerUrl })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

test(
  'no command migrates a database of the operator: an older schema and a newer one are refused by name',
  async () => {
    const [latest] = await inDatabase<{ name: string }>(
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning name',
    )
    const older = await run('doctor')
    expect(older).toMatchObject({ code: 1, output: expect.stringContaining(`has not had ${latest?.name}.`) })
    expect(await inDatabase(`select 1 from schema_migrations where name = '${latest?.name}'`)).toEqual([])
    await inDatabase(`insert into schema_migrations (name) values ('${latest?.name}'), ('9999_newer.sql')`)
    const newer = await run('admin-create', ['--email', 'boss@example.test'])
    expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('too old for its database') })
    await inDatabase(`delete from schema_migrations where name = '9999_newer.sql'`)
    for (const { output } of [older, newer]) expect(output.trim().split('\n')).toHaveLength(1)
  },
  LONG_MS,
)

test(
  'a database that is down, a wrong password and a missing database are one line each, without the password',
  async () => {
    const wrong = (change: Partial<URL>) => Object.assign(new URL(t.ctx.config.database.url), change).href
    const port = await freePort()
    const cases: [string, string][] = [
      [wrong({ port }), `DATABASE_URL: no database answers at 127.0.0.1:${port} (ECONNREFUSED). Is it running?`],
      [wrong({ password: 'a-wrong-word' }), 'password authentication failed'],
      [wrong({ pathname: '/nowhere' }), 'database "nowhere" does not exist'],
    ]
    for (const [url, text] of cases) {
      const { code, output } = await run('doctor', [], { DATABASE_URL: url })
      expect({ code, lines: output.trim().split('\n') }).toEqual({ code: 1, lines: [expect.stringContaining(text)] })
      for (const secret of ['a-wrong-word', new URL(t.ownerUrl).password]) expect(output).not.toContain(secret)
    }
  },
  LONG_MS,
)

test(
  'npm run outbox prints codes on the machine, of one recipient too, and doctor finds rights that are missing',
  async () => {
    const now = t.clock.now()
    const row = (to: string, code: string) => ({
      id: t.ctx.random.id(),
      channel: 'sms' as const,
      recipient: to,
      body_text: `Code ${code}`,
      code,
      due_at: now,
      created_at: now,
    })
    await t.ctx.db
      .insertInto('messages')
      .values([row('+94770000001', '111222'), row('+94770000002', '333444')])
      .execute()
    const all = await run('outbox')
    expect(all).toMatchObject({ code: 0, output: expect.stringMatching(/111222[^]*333444|333444[^]*111222/) })
    const one = await run('outbox', ['--to', '+94770000001'])
    expect(one.output).toContain('code 111222')
    expect(one.output).not.toContain('333444')
    t.clock.advance(1_000)
    const mail = { ...row('ann@example.test', '555666'), channel: 'email' as const, created_at: t.clock.now() }
    await t.ctx.db.insertInto('messages').values(mail).execute()
    const sent = { MAIL_DRIVER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' }
    const { output: texts } = await run('outbox', ['--limit', '2'], sent)
    expect(texts).toMatch(/111222[^]*333444|333444[^]*111222/)
    expect(texts).not.toContain('555666')

    const role = new URL(t.ctx.config.database.url).username
    await inDatabase(`revoke insert on ledger_entries from ${role}`)
    const { output } = await run('doctor', ['--full'])
    await inDatabase(`grant insert on ledger_entries to ${role}`)
    expect(output).toContain(
      `✗ rights         The roles of the database are not right: ${role} may not insert on ledger_entries`,
    )
  },
  LONG_MS,
)

test(
  'an option that a command does not have is one line',
  async () => {
    for (const [script, option] of [
      ['doctor', '--ful'],
      ['outbox', '--too'],
      ['backup/verify', '--into'],
    ] as const) {
      const { code, output } = await run(script, [option])
      expect({ code, lines: output.trim().split('\n') }).toEqual({ code: 1, lines: [expect.stringContaining(option)] })
    }
  },
  LONG_MS,
)

test(
  'a command whose built-in chain does not start says so, and ends with all that it has started',
  async () => {
    const dataDir = join(folder, 'damaged')
    await mkdir(join(dataDir, 'chain'), { recursive: true })
    await writeFile(join(dataDir, 'chain', 'polygon.json'), 'cut off')
    const settings = { NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir }
    const { code, output } = await runScript('commands/outbox.ts', [], settings)
    expect(code).toBe(1)
    expect(output).toContain('The built-in chain 31337 did not start')
    expect(await readdir(join(dataDir, 'postgres', 'cluster'))).not.toContain('postmaster.pid')
  },
  LONG_MS,
)
