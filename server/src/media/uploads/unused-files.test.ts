import { expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildNft, multipartBody, samplePng } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { inTransaction } from '../../db/client.ts'
import { describeFile } from '../files/describe-file.ts'
import { markUsed, unusedFilesSweep } from './unused-files.ts'

const DAY_MS = 86_400_000
const t = useTestApp({ env: { UPLOADS_UNUSED_MAX_FILES: '3' } })

let shade = 0
const newBytes = () => samplePng(`rgb(90, 10, ${++shade})`)
const post = async (member: Member, bytes: Buffer) => {
  const { payload, headers } = multipartBody({ bytes })
  return t.call('POST', '/api/files/', { token: member.tokens.access, body: payload, headers })
}
const upload = async (member: Member, bytes?: Buffer): Promise<string> =>
  (await post(member, bytes ?? (await newBytes()))).body.data.id
const find = (id: string) => t.ctx.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
const sweepAfter = async (days: number) => {
  t.clock.advance(days * DAY_MS + 1)
  await unusedFilesSweep.run(t.ctx)
}
const useInNft = async (member: Member, id: string) => {
  const nft = await buildNft(t, { creator: member })
  await t.ctx.db.updateTable('nfts').set({ file_id: id, thumbnail_file_id: id }).where('id', '=', nft.id).execute()
  return nft
}

test('a member keeps only so many uploads that nothing uses', async () => {
  const member = await buildMember(t)
  const first = await upload(member)
  for (let count = 0; count < 2; count++) await upload(member)
  const refused = await post(member, await newBytes())
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  expect(refused.headers['retry-after']).toBeDefined()
  expect((await post(await buildMember(t), await newBytes())).status).toBe(200)
  await useInNft(member, first)
  expect((await post(member, await newBytes())).status).toBe(200)
})

test('uploads at once do not pass the quota together, in number or in bytes', async () => {
  const member = await buildMember(t)
  const answers = await Promise.all(Array.from({ length: 6 }, async () => post(member, await newBytes())))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429])
  const { uploads } = t.ctx.config
  const before = uploads.unusedMaxBytes
  uploads.unusedMaxBytes = 100
  expect((await post(await buildMember(t), await newBytes())).status).toBe(429)
  uploads.unusedMaxBytes = before
})

test('what nothing has used for seven days goes, with its bytes; what is in use, described or shared stays', async () => {
  const [member, other] = [await buildMember(t), await buildMember(t)]
  const shared = await newBytes()
  const [unused, described, twin] = [await upload(member, shared), await upload(member), await upload(other, shared)]
  const [avatar, inNft, takenDown] = [await upload(other), await upload(member), await upload(other)]
  const key = (await find(unused))?.storage_key ?? ''
  const alone = (await find(described))?.storage_key ?? ''
  await t.call('PUT', '/api/users/me/', { token: other.tokens.access, body: { avatar } })
  await useInNft(member, inNft)
  const nft = await useInNft(other, takenDown)
  await t.ctx.db.updateTable('nfts').set({ taken_down_at: t.clock.now() }).where('id', '=', nft.id).execute()
  await inTransaction(t.ctx.db, (tx) => markUsed(tx, [twin]))
  t.clock.advance(3 * DAY_MS)
  const draft = { fileId: described, ownerId: member.id, name: 'Draft', description: 'Soon' }
  await inTransaction(t.ctx.db, (tx) => describeFile(t.ctx, tx, draft))
  await sweepAfter(4)
  expect(await find(unused)).toBeUndefined()
  for (const id of [described, twin, avatar, inNft, takenDown]) expect(await find(id), id).toBeDefined()
  await t.runJobs()
  expect(await t.ctx.storage.size(key)).toBeDefined()
  await sweepAfter(3)
  expect(await find(described)).toBeUndefined()
  t.clock.advance(DAY_MS)
  await t.runJobs()
  expect(await t.ctx.storage.size(alone)).toBeUndefined()
})

test('of two pictures that are chosen at the same moment one is in use, and the other waits to be removed', async () => {
  for (let round = 0; round < 4; round++) {
    const member = await buildMember(t)
    const save = (avatar: string) => t.call('PUT', '/api/users/me/', { token: member.tokens.access, body: { avatar } })
    const pictures = [await upload(member), await upload(member)]
    await Promise.all(pictures.map(save))
    const rows = await Promise.all(pictures.map(find))
    expect(rows.filter((row) => row?.unused_since === null)).toHaveLength(1)
  }
})

test('of a removal and a use at the same moment one wins, and the other is told', async () => {
  const member = await buildMember(t)
  const id = await upload(member)
  t.clock.advance(8 * DAY_MS)
  let sweep: Promise<unknown> | undefined
  await inTransaction(t.ctx.db, async (tx) => {
    await markUsed(tx, [id])
    sweep = unusedFilesSweep.run(t.ctx)
    await tx.updateTable('users').set({ avatar_file_id: id }).where('id', '=', member.id).execute()
  })
  await sweep
  expect(await find(id)).toMatchObject({ unused_since: null })
})
