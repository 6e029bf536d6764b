import { afterEach, expect, test, vi } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { multipartBody, sampleJpeg, samplePng } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { makeVariants } from '../variants/make-variants.ts'
import { deferDeletion, collectFilesSweep, removeUnusedFiles } from './collect-files.ts'

const HOUR_MS = 3_600_000
const t = useTestApp()
afterEach(() => void vi.restoreAllMocks())

async function upload(token: string, bytes: Buffer, more: Record<string, string> = {}) {
  const { payload, headers } = multipartBody({ bytes })
  return t.call('POST', '/api/files/', { token, body: payload, headers: { ...headers, ...more } })
}
const sweepInAnHour = async () => {
  t.clock.advance(HOUR_MS)
  await collectFilesSweep.run(t.ctx)
}
const isStored = async (key: string) => (await t.ctx.storage.size(key)) !== undefined
const waiting = async () => (await t.ctx.db.selectFrom('removed_bytes').select('storage_key').execute()).length

/** The keys of all bytes that are stored from now on. */
function watchStore(): string[] {
  const { storage } = t.ctx
  const keys: string[] = []
  const putFile = storage.putFile.bind(storage)
  vi.spyOn(storage, 'putFile').mockImplementation((key, ...rest) => {
    keys.push(key)
    return putFile(key, ...rest)
  })
  return keys
}

test('what was stored and has an owner stays', async () => {
  const member = await buildMember(t)
  const keys = watchStore()
  await upload(member.tokens.access, await samplePng('olive'))
  await makeVariants(t.ctx)
  await sweepInAnHour()
  expect(keys.length).toBeGreaterThan(1)
  for (const key of keys) expect(await isStored(key), key).toBe(true)
  expect(await waiting()).toBe(0)
})

test('copies that are made while the account of their file is deleted go too', async () => {
  const member = await buildMember(t)
  const keys = watchStore()
  await upload(member.tokens.access, await samplePng('plum'))
  const run = t.ctx.media.run.bind(t.ctx.media)
  vi.spyOn(t.ctx.media, 'run').mockImplementationOnce(async (task, input) => {
    await inTransaction(t.ctx.db, (tx) => removeUnusedFiles(t.ctx, tx, member.id))
    return run(task, input)
  })
  await expect(makeVariants(t.ctx)).rejects.toThrow('foreign key')
  expect(keys.length).toBeGreaterThan(1)
  await sweepInAnHour()
  for (const key of keys) expect(await isStored(key), key).toBe(false)
})

test('the bytes of a refused upload go', async () => {
  const { tokens } = await buildMember(t)
  const key = { 'idempotency-key': 'one-upload' }
  await upload(tokens.access, await samplePng('navy'), key)
  const keys = watchStore()
  expect((await upload(tokens.access, await sampleJpeg('navy'), key)).status).toBe(422)
  expect(keys).toHaveLength(1)
  await sweepInAnHour()
  expect(await isStored(keys[0] ?? '')).toBe(false)
})

test('one that cannot be deleted keeps no other, however many are due', async () => {
  const stuck = `${'0'.repeat(64)}.png`
  await deferDeletion(t.ctx, stuck)
  t.clock.advance(1)
  for (let index = 0; index < 120; index++) await deferDeletion(t.ctx, `${String(index).padStart(64, '1')}.png`)
  const { storage } = t.ctx
  const remove = vi.spyOn(storage, 'delete').mockImplementation(async (key) => {
    if (key === stuck) throw new Error('access denied')
  })
  const log = vi.spyOn(t.ctx.log, 'error').mockReturnValue()
  await sweepInAnHour()
  expect(await waiting()).toBe(1)
  expect(log).toHaveBeenCalledOnce()
  remove.mockResolvedValue()
  await collectFilesSweep.run(t.ctx)
  expect(await waiting()).toBe(1)
  await sweepInAnHour()
  expect(await waiting()).toBe(0)
})
