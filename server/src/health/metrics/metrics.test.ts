import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildMint } from '../../../test/build-token.ts'
import { buildMember } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { buildApp } from '../../app.ts'
import { createContext } from '../../create-context.ts'
import { beat } from '../../jobs/heartbeat.ts'
import { checkOperatorFundsSweep } from '../../custody/chains/operator-funds.ts'
import { watchOnce } from '../watch.ts'
import { FIGURES } from './figures.ts'
import { type Metrics, startMetrics } from './start-metrics.ts'

const t = useTestApp()
const OPERATIONS = new URL('../../../../docs/operations/', import.meta.url)
let metrics: Metrics

beforeAll(async () => {
  metrics = await startMetrics({ host: '127.0.0.1', port: 0, role: 'all', log: t.ctx.log })
})
afterAll(() => metrics.stop())

async function scrape(port = metrics.port): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}
/** The lines of a metric, without its help. */
const linesOf = (text: string, name: string) => text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line))

test('a process tells its requests by route, its statements, its connections, its event loop and its memory', async () => {
  const ctx = await createContext(t.ctx.config, { log: t.ctx.log })
  const app = await buildApp(ctx, 'marketplace')
  const { headers } = await buildMember(t)
  await app.inject({ url: '/api/users/me/', headers })
  const check = async () => {
    const text = await scrape()
    expect(text).toMatch(
      /verso_request_seconds_count\{port="public",method="GET",route="\/api\/users\/me\/",status="200"\} 1/,
    )
    expect(text).toMatch(/verso_sql_seconds_count\{result="ok"\} [1-9]/)
    expect(text).toMatch(/verso_database_connections\{state="idle"\} [1-9]/)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'verso_info'])
      expect(linesOf(text, name)).toHaveLength(1)
  }
  await vi.waitFor(check, { timeout: 30_000 })
  await app.close()
  await ctx.close()
})

test('the port also says that the process answers, with no question to the database', async () => {
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${metrics.port}${path}`, { method }).then(({ status }) => status)
  expect(await ask('/health')).toBe(200)
  expect(await ask('/health', 'POST')).toBe(404)
  expect(await ask('/')).toBe(404)
})

test('the figures of the product are told with each scrape, and are absent rather than old when the database is away', async () => {
  await buildMint(t, { creator: await buildMember(t) })
  await checkOperatorFundsSweep.run(t.ctx)
  const now = t.clock.now()
  const refused = { channel: 'sms' as const, recipient: '+94712345678', body_text: '', status: 'FAILED' as const }
  await t.ctx.db
    .insertInto('messages')
    .values({ id: t.ctx.random.id(), ...refused, due_at: now, created_at: now })
    .execute()
  const loops = new Map([['deliver-events', { everyMs: 5_000, at: t.clock.now() }]])
  await beat(t.ctx, { id: t.ctx.random.id(), role: 'worker', startedAt: t.clock.now(), loops })
  t.clock.advance(30_000)
  metrics.follow(t.ctx)
  const text = await scrape()
  // The clock goes on while the test runs.
  for (const line of [
    'verso_figures_up 1',
    'verso_live_processes{role="worker"} 1',
    'verso_live_processes{role="signer"} 0',
    'verso_loop_age_seconds{loop="deliver-events"} 3\\d',
    'verso_intents_open{kind="MINT",chain="POLYGON"} 1',
    'verso_intent_oldest_seconds{chain="POLYGON"} 3\\d',
    'verso_messages{status="FAILED",channel="sms"} 1',
    'verso_ledger_problems 0',
    'verso_custody_mismatches{chain="ETH"} 0',
  ])
    expect(text).toMatch(new RegExp(`^${line.replace(/[{}]/g, '\\$&')}(\\.\\d+)?$`, 'm'))
  for (const name of ['verso_chain_head', 'verso_chain_block', 'verso_chain_gas_price_gwei', 'verso_unknown_tokens'])
    expect(linesOf(text, name)).toHaveLength(2)
  expect(linesOf(text, 'verso_operator_balance')).toHaveLength(4)
  expect(linesOf(text, 'verso_operator_balance_needed')).toHaveLength(4)

  const broken = vi.spyOn(t.ctx.db, 'selectFrom').mockImplementation(() => {
    throw new Error('away')
  })
  const warned = vi.spyOn(t.ctx.log, 'warn').mockImplementation(() => undefined)
  const blind = await scrape()
  broken.mockRestore()
  warned.mockRestore()
  expect(blind).toContain('\nverso_figures_up 0\n')
  expect(linesOf(blind, 'verso_ledger_problems')).toEqual([])
  expect(linesOf(blind, 'verso_info')).toHaveLength(1)
})

test('a dead worker is in the metrics within a minute', async () => {
  await beat(t.ctx, { id: t.ctx.random.id(), role: 'worker', startedAt: t.clock.now(), loops: new Map() })
  t.clock.advance(41_000)
  await watchOnce(t.ctx)
  const text = await scrape()
  expect(text).toContain('\nverso_live_processes{role="worker"} 0\n')
  expect(linesOf(text, 'verso_incidents')).toContainEqual(expect.stringMatching(/part="process"\} [1-9]/))
})

test('a dead process is told until another of its role has started', async () => {
  const start = () => beat(t.ctx, { id: t.ctx.random.id(), role: 'signer', startedAt: t.clock.now(), loops: new Map() })
  const ages = async () =>
    linesOf(await scrape(), 'verso_heartbeat_age_seconds').filter((line) => /"signer"/.test(line))
  await start()
  await t.ctx.db.updateTable('heartbeats').set({ host: 'gone' }).where('role', '=', 'signer').execute()
  t.clock.advance(41_000)
  expect(await ages()).toEqual([expect.stringMatching(/"gone".* 4\d(\.\d+)?$/)])
  await start()
  expect(await ages()).toEqual([expect.not.stringContaining('"gone"')])
})

test('nothing else is answered on the port', async () => {
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${metrics.port}/metrics`, { method: 'POST' })).status).toBe(404)
})

test.each(['alerts.yml', 'dashboard.json', 'metrics.md'])('%s names metrics that there are', async (file) => {
  const text = await scrape()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string).concat(Object.keys(FIGURES)),
  )
  const named = [...readFileSync(new URL(file, OPERATIONS), 'utf8').matchAll(/\b(?:verso|nodejs|process)_[a-z0-9_]+/g)]
  const unknown = named.map(([name]) => name.replace(/_(?:bucket|sum|count)$/, '')).filter((name) => !known.has(name))
  expect(named.length).toBeGreaterThan(10)
  expect([...new Set(unknown)]).toEqual([])
})

// Debian: package `prometheus`.
test.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
  'Prometheus itself takes the alert rules, and tells what they are tested for',
  () => {
    const run = (...args: string[]) => spawnSync('promtool', args, { cwd: OPERATIONS, encoding: 'utf8' })
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts-test.yml'],
    ]) {
      const { status, stdout, stderr } = run(...args)
      expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
    }
  },
)
