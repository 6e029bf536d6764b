import type * as fs from 'node:fs/promises'
import { hostname } from 'node:os'
import { mkdtempSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import { diskSpaceSweep } from './watch-disk.ts'

const space = vi.hoisted(() => ({ freeMegabytes: 0, devices: new Map<string, number>() }))
vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof fs>()
  const statfs = async () => ({ bavail: space.freeMegabytes, bsize: 1024 ** 2 })
  const stat = async (path: string) => Object.assign(await actual.stat(path), { dev: space.devices.get(path) ?? 1 })
  return { ...actual, statfs, stat }
})

const t = useTestApp()
let recipient: string
beforeEach(async () => {
  recipient = (await buildAdmin(t)).email
  vi.spyOn(t.ctx.log, 'error').mockReturnValue()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await t.ctx.db.deleteFrom('settings').where('key', 'like', 'disk_low %').execute()
})

type Process = { role: 'api' | 'worker'; neededMegabytes: number; dataDir: string }
const look = (freeMegabytes: number, process: Partial<Process> = {}) => {
  space.freeMegabytes = freeMegabytes
  const { role = 'api', neededMegabytes = 100, dataDir = t.ctx.config.dataDir } = process
  const diskMinFreeBytes = neededMegabytes * 1024 ** 2
  return diskSpaceSweep.run({ ...t.ctx, config: { ...t.ctx.config, role, diskMinFreeBytes, dataDir } })
}
const findMails = () =>
  t.ctx.db
    .selectFrom('messages')
    .select(['subject', 'body_text'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
const LOW = { subject: expect.stringMatching(`: the disk of ${hostname()} is nearly full$`) }
const OVER = { subject: expect.stringMatching(`: over: .*disk of ${hostname()} is nearly full`) }

test('a disk that hovers at its limit is told once, and its end once there is a fifth more', async () => {
  for (const freeMegabytes of [99, 99, 101, 99, 119]) await look(freeMegabytes)
  expect(await findMails()).toMatchObject([LOW])
  for (const freeMegabytes of [121, 121, 101]) await look(freeMegabytes)
  expect(await findMails()).toMatchObject([LOW, OVER])
  await look(99)
  expect(await findMails()).toMatchObject([LOW, OVER, LOW])
})

test('processes of two roles on one disk tell it once, and what is refused where members are served from it', async () => {
  for (const freeMegabytes of [99, 121]) {
    await look(freeMegabytes, { role: 'worker' })
    await look(freeMegabytes, { role: 'api' })
  }
  const mails = await findMails()
  expect(mails).toMatchObject([LOW, OVER])
  expect(mails[0]?.body_text.replace(/\s+/g, ' ')).toContain('Where members are served from this disk')
})

test('two limits on one disk do not undo each other', async () => {
  for (let round = 0; round < 3; round++) {
    await look(99, { neededMegabytes: 100 })
    await look(99, { neededMegabytes: 50 })
  }
  expect(await findMails()).toMatchObject([LOW])
})

test('what was low by a limit that no process has any more is over as well', async () => {
  await look(99)
  await look(119, { neededMegabytes: 50 })
  expect(await findMails()).toMatchObject([LOW])
  await look(121, { neededMegabytes: 50 })
  expect(await findMails()).toMatchObject([LOW, OVER])
})

test('two disks of one machine do not undo each other', async () => {
  const other = mkdtempSync('/tmp/verso-disk-')
  space.devices.set(other, 2)
  for (let round = 0; round < 3; round++) {
    await look(99)
    await look(500, { dataDir: other })
  }
  rmSync(other, { recursive: true })
  expect(await findMails()).toMatchObject([LOW])
})
