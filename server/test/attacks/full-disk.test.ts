import { readdir } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { quarantineFolder } from '../../src/media/files/quarantine-folder.ts'
import { diskSpaceSweep } from '../../src/health/watch-disk.ts'
import { buildAdmin, buildMember } from '../build-member.ts'
import { buildListing, buildNft, multipartBody, samplePng } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
afterEach(() => void vi.restoreAllMocks())

const upload = async (token: string, color = 'teal') => {
  const { payload, headers } = multipartBody({ bytes: await samplePng(color) })
  return t.call('POST', '/api/files/', { token, body: payload, headers })
}
const PAUSED = { status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '60' } }

test('a disk that is nearly full stops uploads and new payments, says so, and tells every admin once', async () => {
  const [member, admin] = [await buildMember(t), await buildAdmin(t)]
  const { access: token } = member.tokens
  const nft = await buildNft(t)
  await buildListing(t, { nft })
  const topUp = () => t.call('PUT', '/api/accounts/credits/', { token, body: { amount: 5 } })
  const buy = () => t.call('PUT', `/api/nfts/${nft.id}/`, { token, body: { purchasing: true, buyer: member.id } })
  const readHealth = async () => {
    const { body } = await t.call('GET', '/api/admin/health/', { site: 'admin', token: admin.tokens.access })
    return body.data.find(({ name }: { name: string }) => name === 'disk')
  }
  const mails = () => t.ctx.db.selectFrom('messages').select('subject').where('recipient', '=', admin.email).execute()
  expect(await readHealth()).toMatchObject({ status: 'ok' })

  const enough = t.ctx.config.diskMinFreeBytes
  t.ctx.config.diskMinFreeBytes = Number.MAX_SAFE_INTEGER
  const log = vi.spyOn(t.ctx.log, 'error').mockReturnValue()
  for (const refused of [await upload(token), await topUp(), await buy()]) expect(refused).toMatchObject(PAUSED)
  for (let round = 0; round < 2; round++) await diskSpaceSweep.run(t.ctx)
  expect(log).toHaveBeenCalledOnce()
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/disk of .+ is nearly full/) }])
  expect(await readHealth()).toMatchObject({ status: 'failed' })

  t.ctx.config.diskMinFreeBytes = enough
  await diskSpaceSweep.run(t.ctx)
  expect((await upload(token)).status).toBe(200)
  expect((await topUp()).status).toBe(200)
  expect(await readHealth()).toMatchObject({ status: 'ok' })
})

test('a disk that is full in the middle of an upload is answered with 503 and leaves nothing behind', async () => {
  const { tokens } = await buildMember(t)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  vi.spyOn(t.ctx.storage, 'putFile').mockRejectedValueOnce(full)
  expect(await upload(tokens.access, 'plum')).toMatchObject(PAUSED)
  expect(await readdir(quarantineFolder(t.ctx))).toEqual([])
  expect((await upload(tokens.access, 'plum')).status).toBe(200)
})
