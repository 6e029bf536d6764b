import { afterEach, expect, test, vi } from 'vitest'
import { buildAdmin, buildMember } from '../../test/build-member.ts'
import { buildFile, buildNft } from '../../test/build-nft.ts'
import { useTestApp } from '../../test/test-app.ts'
import { keepPinned, pinSweep } from '../media/pinning/keep-pinned.ts'
import { findProblems } from './find-problems.ts'

const t = useTestApp()
afterEach(async () => {
  vi.restoreAllMocks()
  await t.ctx.db.deleteFrom('pins').execute()
})

const told = async () => (await findProblems(t.ctx)).filter(({ key }) => key === 'pins')
async function tryTimes(times: number): Promise<void> {
  vi.spyOn(t.ctx.log, 'warn').mockReturnValue()
  for (let count = 0; count < times; count++) {
    await pinSweep.run(t.ctx)
    t.clock.advance(6 * 3_600_000)
  }
}
async function keepFile(): Promise<string> {
  const file = await buildFile(t, { ownerId: (await buildMember(t)).id })
  await t.ctx.db.transaction().execute((tx) => keepPinned(t.ctx, tx, [file.cid]))
  return file.id
}

test('content that cannot be pinned is told with the reason, until it is pinned', async () => {
  await keepFile()
  const broken = vi.spyOn(t.ctx.pinner, 'pin').mockRejectedValue(new Error('the pinning service answered 402'))
  await tryTimes(4)
  expect(await told()).toEqual([])
  await tryTimes(1)
  expect(await told()).toMatchObject([{ part: 'ipfs', detail: expect.stringMatching(/^1 .*answered 402/) }])
  const { headers } = await buildAdmin(t)
  const { body } = await t.call('GET', '/api/admin/health/', { site: 'admin', headers })
  const ipfs = body.data.find(({ name }: { name: string }) => name === 'ipfs')
  expect(ipfs).toMatchObject({ status: 'failed', detail: expect.stringContaining('402') })
  broken.mockRestore()
  await tryTimes(1)
  expect(await told()).toEqual([])
})

test('content that the pinner refused is pinned as soon as it takes something of that again', async () => {
  await keepFile()
  const broken = vi.spyOn(t.ctx.pinner, 'pin').mockRejectedValue(new Error('the pinning service answered 402'))
  await tryTimes(5)
  await keepFile()
  await pinSweep.run(t.ctx)
  expect(await told()).toHaveLength(1)
  broken.mockRestore()
  t.clock.advance(31_000)
  for (let round = 0; round < 2; round++) await pinSweep.run(t.ctx)
  expect(await told()).toEqual([])
})

test('content that is pinned is not told while the pinner does not say whether it still has it', async () => {
  await keepFile()
  await pinSweep.run(t.ctx)
  t.clock.advance(24 * 3_600_000)
  vi.spyOn(t.ctx.pinner, 'isPinned').mockRejectedValue(new Error('fetch failed'))
  await tryTimes(6)
  expect(await told()).toEqual([])
  const find = () => t.ctx.db.selectFrom('pins').select(['attempts', 'error', 'pinned_by']).executeTakeFirst()
  const { name: pinned_by } = t.ctx.pinner
  expect(await find()).toEqual({ attempts: 6, error: 'fetch failed', pinned_by })

  vi.spyOn(t.ctx.pinner, 'isPinned').mockResolvedValue(false)
  const broken = vi.spyOn(t.ctx.pinner, 'pin').mockRejectedValue(new Error('the pinning service answered 402'))
  await tryTimes(1)
  expect(await find()).toMatchObject({ error: 'the pinning service answered 402', pinned_by: null })
  broken.mockRestore()
  await tryTimes(1)
  expect(await find()).toEqual({ attempts: 0, error: null, pinned_by })
})

test('content of another pinner that cannot be pinned here waits for its turn', async () => {
  await keepFile()
  await t.ctx.db
    .updateTable('pins')
    .set({ pinned_by: 'kubo', due_at: new Date(t.clock.now().getTime() + 1) })
    .execute()
  const pin = vi.spyOn(t.ctx.pinner, 'pin').mockRejectedValue(new Error('the pinning service answered 402'))
  vi.spyOn(t.ctx.log, 'warn').mockReturnValue()
  for (let round = 0; round < 2; round++) await pinSweep.run(t.ctx)
  expect(pin).toHaveBeenCalledOnce()
})

test('content that an admin has blocked is not to be pinned, and not told', async () => {
  const id = await keepFile()
  const { sha256 } = await t.ctx.db.selectFrom('files').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  const [{ id: blocked_by }, { id: nft_id }] = [await buildAdmin(t), await buildNft(t)]
  const row = { sha256, nft_id, reason: 'a copy', blocked_by, blocked_at: t.clock.now() }
  await t.ctx.db.insertInto('blocked_bytes').values(row).execute()
  vi.spyOn(t.ctx.pinner, 'pin').mockRejectedValue(new Error('the bytes are blocked'))
  await tryTimes(5)
  expect(await told()).toEqual([])
})
