import { expect, test, vi } from 'vitest'
import { beRestored } from '../../test/be-restored.ts'
import { buildAdmin } from '../../test/build-member.ts'
import { buildCollector, buildMint } from '../../test/build-token.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { Context } from '../context.ts'
import { beat, DEAD_AFTER_MS, type Role, startHeartbeat } from '../jobs/heartbeat.ts'
import { watchOnce } from './watch.ts'

const t = useTestApp()

function startProcess(role: Role, loops: Record<string, number> = {}) {
  const states = Object.entries(loops).map(([name, everyMs]): [string, { everyMs: number; at: Date | null }] => [
    name,
    { everyMs, at: t.clock.now() },
  ])
  const self = { id: t.ctx.random.id(), role, startedAt: t.clock.now(), loops: new Map(states) }
  return { ...self, beat: () => beat(t.ctx, self) }
}

/** The processes that live say so, and one of them looks. */
async function passTime(ms: number, alive: { beat(): Promise<void> }[], ctx: Context = t.ctx): Promise<string[]> {
  t.clock.advance(ms)
  for (const one of alive) await one.beat()
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  await watchOnce(ctx)
  const told = log.mock.calls.map(([details]) => (details as unknown as { incident: string }).incident)
  log.mockRestore()
  return told
}

const mailsTo = async (email: string) =>
  await t.ctx.db
    .selectFrom('messages')
    .select(['subject', 'status'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()

async function readHealth(name: string) {
  const { tokens } = await buildAdmin(t)
  const { body } = await t.call('GET', '/api/admin/health/', { site: 'admin', token: tokens.access })
  return body.data.filter((item: { name: string }) => item.name === name)
}

async function forgetProcesses(): Promise<void> {
  await t.ctx.db.deleteFrom('heartbeats').execute()
  await passTime(60_000, [])
}

test('a process says that it lives until it stops', async () => {
  const heartbeat = startHeartbeat(t.ctx, 'worker')
  const list = () => t.ctx.db.selectFrom('heartbeats').select(['role', 'pid']).execute()
  await expect.poll(list).toEqual([{ role: 'worker', pid: process.pid }])
  await heartbeat.stop()
  expect(await list()).toEqual([])
})

test('the only worker’s death is told within a minute, once, by a process that serves, and so is its return', async () => {
  const admin = await buildAdmin(t)
  const [api, worker] = [startProcess('api'), startProcess('worker')]
  expect(await passTime(0, [api, worker])).toEqual([])
  t.clock.advance(60_000)
  expect(await passTime(0, [api, worker])).toEqual([])
  const told = [...(await passTime(30_000, [api])), ...(await passTime(20_000, [api]))]
  expect(told.sort()).toEqual(['no worker', `process ${worker.id}`])
  expect(await readHealth('workers')).toMatchObject([
    { status: 'failed', detail: expect.stringContaining('No worker runs') },
  ])
  expect(await passTime(20_000, [api])).toEqual([])
  const subjects = ['Verso: A process is dead (worker)', 'Verso: No worker runs']
  expect(await mailsTo(admin.email)).toEqual(subjects.map((subject) => ({ subject, status: 'SENT' })))

  const next = startProcess('worker')
  expect(await passTime(20_000, [api, next])).toEqual([])
  expect((await mailsTo(admin.email)).map(({ subject }) => subject).sort()).toEqual([
    'Verso: A process is dead (worker)',
    'Verso: No worker runs',
    'Verso: over: A process is dead (worker)',
    'Verso: over: No worker runs',
  ])
  expect(await readHealth('workers')).toMatchObject([{ status: 'ok' }])
  const left = await t.ctx.db.selectFrom('heartbeats').select('process_id').execute()
  expect(left.map(({ process_id }) => process_id).sort()).toEqual([api.id, next.id].sort())
  await forgetProcesses()
})

test('a dead worker is told once, not for each of its loops and chains, and nothing is called over before another runs', async () => {
  const admin = await buildAdmin(t)
  const outside = { ...t.ctx.chains.POLYGON, isEmbedded: false }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: outside } }
  const api = startProcess('api')
  const worker = startProcess('worker', { 'send-intents': 500, 'indexer POLYGON': 2_000, 'deliver-messages': 500 })
  worker.loops.set('deliver-messages', { everyMs: 500, at: new Date(t.clock.now().getTime() - 60_000) })
  expect(await passTime(15_000, [api, worker], ctx)).toEqual(['loop deliver-messages'])
  const told: string[] = []
  for (let round = 0; round < 12; round++) told.push(...(await passTime(10_000, [api], ctx)))
  expect(told.sort()).toEqual(['no worker', `process ${worker.id}`])
  const subjects = (await mailsTo(admin.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject?.includes('over'))).toEqual([])

  const next = startProcess('worker', { 'send-intents': 500, 'indexer POLYGON': 2_000, 'deliver-messages': 500 })
  await passTime(20_000, [api, next])
  expect((await mailsTo(admin.email)).map(({ subject }) => subject)).toContain(
    'Verso: over: deliver-messages stands still',
  )
  await forgetProcesses()
})

test('a dead process stays told until its work is done by others; after an hour one of several is forgotten', async () => {
  const [first, second, worker] = [startProcess('api'), startProcess('api'), startProcess('worker')]
  expect(await passTime(0, [first, second, worker])).toEqual([])
  expect(await passTime(60_000, [first, second, worker])).toEqual([])
  expect((await passTime(50_000, [first])).sort()).toEqual(
    ['no worker', `process ${second.id}`, `process ${worker.id}`].sort(),
  )
  await passTime(3_700_000, [first])
  const open = async () =>
    (await t.ctx.db.selectFrom('incidents').select('key').orderBy('key').execute()).map(({ key }) => key)
  expect(await open()).toEqual(['no worker', `process ${worker.id}`])
  await passTime(20_000, [first, startProcess('worker')])
  expect(await open()).toEqual([])
  await forgetProcesses()
})

test('of several processes that look at once one tells', async () => {
  const admin = await buildAdmin(t)
  const [api, worker] = [startProcess('api'), startProcess('worker')]
  for (const one of [api, worker]) await one.beat()
  t.clock.advance(DEAD_AFTER_MS + 1_000)
  await api.beat()
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const turns = await Promise.all([watchOnce(t.ctx), watchOnce(t.ctx), watchOnce(t.ctx)])
  log.mockRestore()
  expect(turns.filter(Boolean)).toHaveLength(1)
  expect((await mailsTo(admin.email)).filter(({ subject }) => subject?.includes('is dead'))).toHaveLength(1)
  await forgetProcesses()
})

test('a loop that stands still in a worker that lives is told, an indexer at its chain', async () => {
  const worker = startProcess('worker', { 'send-intents': 500, 'indexer POLYGON': 2_000, 'purge-expired': 3_600_000 })
  expect(await passTime(20_000, [worker])).toEqual([])
  expect((await passTime(25_000, [worker])).sort()).toEqual(['loop indexer POLYGON', 'loop send-intents'])
  expect(await readHealth('workers')).toMatchObject([
    { status: 'failed', detail: expect.stringContaining('send-intents stands still. It has not succeeded since 20') },
  ])
  const [polygon, eth] = await readHealth('chain')
  expect(polygon).toMatchObject({ chain: 'Polygon', status: 'failed' })
  expect(eth).toMatchObject({ status: 'ok' })
  for (const state of worker.loops.values()) state.at = t.clock.now()
  expect(await passTime(20_000, [worker])).toEqual([])
  expect(await readHealth('workers')).toMatchObject([{ status: 'ok' }])
  await forgetProcesses()
})

test('a chain whose last block is old is told, one of our own is not', async () => {
  await t.runJobs()
  const outside = { ...t.ctx.chains.POLYGON, isEmbedded: false }
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, POLYGON: outside } }
  const worker = startProcess('worker')
  expect(await passTime(7_200_000, [worker], ctx)).toEqual(['head POLYGON'])
  expect(await passTime(20_000, [worker])).toEqual([])
  await forgetProcesses()
})

test('what was deferred again and again is reported with its reason', async () => {
  const nft = await buildMint(t, { creator: await buildCollector(t) })
  const set = { attempts: 8, error: 'no role' }
  await t.ctx.db.updateTable('chain_intents').set(set).where('nft_id', '=', nft.id).execute()
  expect(await passTime(20_000, [])).toEqual(['sender POLYGON MINT'])
  expect(await readHealth('sender')).toMatchObject([
    { status: 'failed', detail: expect.stringMatching(/^MINT on Polygon.*no role$/) },
  ])
  await t.runJobs()
  expect(await passTime(20_000, [])).toEqual([])
})

test.each(['WAITING', 'SENT'] as const)(
  'what is %s for half an hour, and refused by nothing, is told',
  async (status) => {
    const nft = await buildMint(t, { creator: await buildCollector(t) })
    const now = t.clock.now()
    const set = { status, due_at: status === 'WAITING' ? now : null, updated_at: now }
    await t.ctx.db.updateTable('chain_intents').set(set).where('nft_id', '=', nft.id).execute()
    expect(await passTime(29 * 60_000, [])).toEqual([])
    expect(await passTime(2 * 60_000, [])).toEqual(['sender POLYGON MINT'])
    await t.runJobs()
    expect(await passTime(20_000, [])).toEqual([])
  },
)

test('what waits for the end of a restore is told with that reason', async () => {
  const nft = await buildMint(t, { creator: await buildCollector(t) })
  await t.ctx.db.updateTable('chain_intents').set({ due_at: t.clock.now() }).where('nft_id', '=', nft.id).execute()
  await beRestored(t)
  await passTime(31 * 60_000, [])
  const detail = expect.stringMatching(
    /: it may wait until what happened after the restored backup has been looked for$/,
  )
  expect(await readHealth('sender')).toMatchObject([{ status: 'failed', detail }])
  await t.ctx.db.deleteFrom('settings').where('key', '=', 'restored').execute()
  await t.runJobs()
  expect(await passTime(20_000, [])).toEqual([])
})

test('a token that the books do not know is told, and its end when a person has settled it', async () => {
  const admin = await buildAdmin(t)
  const to_address = `0x${'ab'.repeat(20)}`
  const seen = { to_address, transaction_hash: `0x${'cd'.repeat(32)}`, block_number: 7, seen_at: t.clock.now() }
  await t.ctx.db
    .insertInto('chain_unknown_tokens')
    .values([
      { chain: 'POLYGON', token_id: '41', ...seen },
      { chain: 'POLYGON', token_id: '42', ...seen },
    ])
    .execute()
  expect(await passTime(20_000, [])).toEqual(['tokens POLYGON'])
  expect(await passTime(20_000, [])).toEqual([])
  const by = {
    site: 'admin' as const,
    token: admin.tokens.access,
    body: { settled: true, reason: 'Its owner has a copy' },
  }
  for (const token of ['41', '42'])
    expect((await t.call('PUT', `/api/admin/unknown-tokens/POLYGON/${token}/`, by)).status).toBe(200)
  expect(await passTime(20_000, [])).toEqual([])
  const subjects = (await mailsTo(admin.email)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Verso: The books do not know tokens on Polygon',
    'Verso: over: The books do not know tokens on Polygon',
  ])
})
