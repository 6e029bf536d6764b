import { hostname } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { buildAdmin } from '../../test/build-member.ts'
import { useTestApp } from '../../test/test-app.ts'
import { diskSpaceSweep } from './watch-disk.ts'

const t = useTestApp()
afterEach(() => void vi.restoreAllMocks())

async function tellLow(role: 'api' | 'worker') {
  const { email } = await buildAdmin(t)
  vi.spyOn(t.ctx.log, 'error').mockReturnValue()
  const check = (diskMinFreeBytes: number) =>
    diskSpaceSweep.run({ ...t.ctx, config: { ...t.ctx.config, role, diskMinFreeBytes } })
  const mails = () =>
    t.ctx.db
      .selectFrom('messages')
      .select(['subject', 'body_text'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
  for (let round = 0; round < 2; round++) await check(Number.MAX_SAFE_INTEGER)
  const low = await mails()
  await check(0)
  return { low, over: (await mails()).slice(low.length) }
}

test('the disk of a machine that answers members is told with its name, and so is its end', async () => {
  const { low, over } = await tellLow('api')
  expect(low).toMatchObject([
    {
      subject: expect.stringContaining('uploads and purchases are paused'),
      body_text: expect.stringContaining(hostname()),
    },
  ])
  expect(over).toMatchObject([{ subject: expect.stringContaining(hostname()) }])
})

test('the disk of a worker’s machine is told by its name, and nothing is said to be paused', async () => {
  const { low, over } = await tellLow('worker')
  expect(low).toMatchObject([{ subject: expect.stringContaining(`disk of ${hostname()}`) }])
  expect(JSON.stringify(low)).not.toContain('paused')
  expect(over).toHaveLength(1)
})
