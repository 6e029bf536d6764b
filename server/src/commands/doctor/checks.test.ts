import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { buildApp } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../clock.ts'
import { createTestClock } from '../../../test/test-clock.ts'
import { freePort } from '../../../test/product.ts'
import type { Context } from '../../context.ts'
import type { App } from '../../http/app-type.ts'
import { createReplica } from '../../db/replica/replica.ts'
import { beat } from '../../jobs/heartbeat.ts'
import { DATABASE_CHECKS, FULL_LEDGER_CHECK, LEDGER_CHECK } from './database-checks.ts'
import { OUTSIDE_CHECKS } from './outside-checks.ts'
import { SERVICE_CHECKS } from './service-checks.ts'

const t = useTestApp()
const CHECKS = [...DATABASE_CHECKS, LEDGER_CHECK, ...SERVICE_CHECKS, ...OUTSIDE_CHECKS]
const opened: App[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

const run = (name: string, ctx: Context = t.ctx): Promise<string> =>
  (CHECKS.find((check) => check.name === name) ?? expect.fail(name)).run(ctx)
const withConfig = (change: Partial<Config>): Context => ({ ...t.ctx, config: { ...t.ctx.config, ...change } })

/** The product under an address of its own, which trusts proxies as told. */
async function openProduct(trustProxy = t.ctx.config.trustProxy): Promise<Context> {
  const urls = { ...t.ctx.config.urls, public: `http://127.0.0.1:${await freePort()}` }
  const ctx = withConfig({ urls, trustProxy })
  const app = await buildApp(ctx, 'marketplace')
  opened.push(app)
  await app.listen({ host: '127.0.0.1', port: Number(new URL(urls.public).port) })
  expect((app.server.address() as AddressInfo).port).toBeGreaterThan(0)
  return ctx
}

test('a product that is right passes every check', async () => {
  // The test's clock stands still.
  const ctx = { ...(await openProduct()), clock: systemClock }
  const found = await Promise.all(CHECKS.map(async ({ name, run: check }) => [name, await check(ctx)]))
  expect(Object.fromEntries(found)).toMatchObject({
    schema: expect.stringMatching(/up to \d{4}_\w+\.sql$/),
    clock: "as the database's",
    'chain POLYGON': expect.stringContaining('chain id 31337'),
    'chain SOL': expect.stringContaining('not offered'),
    proxy: 'this machine is seen as 127.0.0.1; if that is the proxy, TRUST_PROXY is missing',
    webhooks: `${ctx.config.urls.public}/api/payments/webhooks/sandbox/ is reached`,
  })
  expect(await FULL_LEDGER_CHECK.run(ctx)).toContain('sums to zero')
})

test('a TRUST_PROXY that believes clients is found, and so is a product of another SECRET_KEY', async () => {
  const ctx = await openProduct({ hops: 1, networks: [] })
  await expect(run('proxy', ctx)).rejects.toThrow('TRUST_PROXY believes what a client says')
  const other = { ...ctx, config: { ...ctx.config, secretKeys: ['o'.repeat(40)] } }
  await expect(run('proxy', other)).rejects.toThrow('another SECRET_KEY')
})

test('a production that mails in the name of its own machine is found', async () => {
  const mailer = { ...t.ctx.mailer, name: 'smtp' as const, check: async () => undefined }
  const ctxOf = (from: string): Context => ({
    ...withConfig({ isProduction: true, mail: { ...t.ctx.config.mail, from } }),
    mailer,
  })
  for (const from of ['Verso <no-reply@localhost>', 'no-reply@127.0.0.1', 'Verso'])
    await expect(run('mail', ctxOf(from))).rejects.toThrow(`MAIL_FROM is ${from}`)
  expect(await run('mail', ctxOf('Verso <no-reply@verso.example>'))).toBe('smtp')
})

test('a signer that is not reached is named, and without one there is nothing to ask', async () => {
  expect(await run('signer')).toBe('none: keys are opened here')
  const url = `http://127.0.0.1:${await freePort()}`
  await expect(run('signer', withConfig({ signer: { url, secret: 's'.repeat(40) } }))).rejects.toThrow('signer')
})

test('doctor alone is told which address is seen', async () => {
  for (const header of ['', 'x'.repeat(43), `${'x'.repeat(42)}é`]) {
    const { status, body } = await t.call('GET', '/api/health/', { headers: { 'x-verso-doctor': header } })
    expect({ status, body }).toEqual({ status: 200, body: { data: { status: 'ok' } } })
  }
})

test('an address that is not reached, a clock that is wrong and a dead process are named', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const away = withConfig({ urls: { ...t.ctx.config.urls, public: url } })
  for (const name of ['addresses', 'webhooks'])
    await expect(run(name, away)).rejects.toThrow('is not reached: ECONNREFUSED')
  const clock = createTestClock()
  clock.advance(60_000)
  await expect(run('clock', { ...t.ctx, clock })).rejects.toThrow("60 s apart from the database's")
  await beat(t.ctx, { id: t.ctx.random.id(), role: 'worker', startedAt: t.clock.now(), loops: new Map() })
  expect(await run('heartbeats')).toBe('1 × worker')
  t.clock.advance(41_000)
  await expect(run('heartbeats')).rejects.toThrow(`worker ${process.pid} on`)
  await beat(t.ctx, { id: t.ctx.random.id(), role: 'worker', startedAt: t.clock.now(), loops: new Map() })
  expect(await run('heartbeats')).toBe('1 × worker')
})

test('a replica that replays nothing is named, and without one there is nothing to say', async () => {
  expect(await run('replica')).toBe('none: visitors read from the primary')
  const { db, clock, log } = t.ctx
  const replica = createReplica(db, db, { clock, log })
  await expect(run('replica', { ...t.ctx, replica })).rejects.toThrow('it does not follow')
})

test('an account without its role, and a node of another chain, are named', async () => {
  const { ETH } = t.ctx.chains
  const swapped = { ...t.ctx.chains, ETH: { ...ETH, minter: ETH.settler, settler: ETH.minter } }
  await expect(run('chain ETH', { ...t.ctx, chains: swapped })).rejects.toThrow('(MINTER_KEY) may not mint')
  const moved = { ...t.ctx.chains, ETH: { ...ETH, chainId: 1 } }
  await expect(run('chain ETH', { ...t.ctx, chains: moved })).rejects.toThrow(
    'the node is of chain 31338, the database of 1',
  )
})
