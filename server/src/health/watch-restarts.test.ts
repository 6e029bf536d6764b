import { expect, test, vi } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { Context } from '../context.ts'
import { beat, type Role } from '../jobs/heartbeat.ts'
import { watchOnce } from './watch.ts'

const t = useTestApp()

function startProcess(role: Role) {
  const self = { id: t.ctx.random.id(), role, startedAt: t.clock.now(), loops: new Map() }
  return () => beat(t.ctx, self)
}

/** One look each ten seconds; @returns what stands open then */
async function look(times: number, alive: (() => Promise<void>)[], ctx: Context = t.ctx): Promise<string[]> {
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  for (let round = 0; round < times; round++) {
    t.clock.advance(10_000)
    for (const say of alive) await say()
    await watchOnce(ctx)
  }
  log.mockRestore()
  return (await t.ctx.db.selectFrom('incidents').select('key').execute()).map(({ key }) => key)
}

const stopWorkers = () => t.ctx.db.deleteFrom('heartbeats').where('role', '=', 'worker').execute()
const listMails = async (recipient: string) =>
  (await t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', recipient).execute()).map(
    ({ subject }) => subject,
  )

test('a worker that is restarted makes no incident, one that was stopped and stays away does', async () => {
  const admin = await buildAdmin(t)
  const api = startProcess('api')
  await look(7, [api, startProcess('worker')])
  await stopWorkers()
  await look(4, [api])
  await look(1, [api, startProcess('worker')])
  await stopWorkers()
  expect(await look(4, [api])).toEqual([])
  expect(await listMails(admin.email)).toEqual([])
  expect(await look(1, [api])).toEqual(['no worker'])
  expect(await listMails(admin.email)).toEqual(['Verso: No worker runs'])
  expect(await look(1, [api, startProcess('worker')])).toEqual([])
})

test('time in which no process looked does not count as lasting', async () => {
  const [api, worker] = [startProcess('api'), startProcess('worker')]
  await look(1, [api, worker])
  const config = { ...t.ctx.config, signer: { url: 'http://127.0.0.1:9', secret: 's'.repeat(40) } }
  const ctx = { ...t.ctx, config }
  expect(await look(1, [api, worker], ctx)).toEqual([])
  t.clock.advance(3_600_000)
  expect(await look(1, [api, worker], ctx)).toEqual([])
  expect(await look(1, [api, worker])).toEqual([])
})

test('a signer that is restarted makes no incident, one that stays silent does', async () => {
  const alive = [startProcess('api'), startProcess('worker')]
  const config = { ...t.ctx.config, signer: { url: 'http://127.0.0.1:9', secret: 's'.repeat(40) } }
  const ctx = { ...t.ctx, config }
  expect(await look(4, alive, ctx)).toEqual([])
  expect(await look(1, alive)).toEqual([])
  expect(await look(4, alive, ctx)).toEqual([])
  expect(await look(1, alive, ctx)).toEqual(['signer'])
  expect(await look(1, alive)).toEqual([])
})
