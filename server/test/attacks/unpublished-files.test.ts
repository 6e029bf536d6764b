import { expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../build-member.ts'
import { buildFile, buildNft } from '../build-nft.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const read = (fileId: string, { viewer, site }: { viewer?: Member; site?: 'admin' } = {}) =>
  t.call('GET', `/api/files/${fileId}/`, { ...(viewer && { token: viewer.tokens.access }), ...(site && { site }) })
const statusesOf = async (fileId: string, owner: Member) => {
  const [other, admin] = [await buildMember(t), await buildAdmin(t)]
  const callers = { visitor: {}, other: { viewer: other }, owner: { viewer: owner } }
  const [visitor, member, own] = [
    await read(fileId, callers.visitor),
    await read(fileId, callers.other),
    await read(fileId, callers.owner),
  ]
  const asAdmin = await read(fileId, { viewer: admin, site: 'admin' })
  return { visitor: visitor.status, other: member.status, owner: own.status, admin: asAdmin.status }
}
const EVERYBODY = { visitor: 200, other: 200, owner: 200, admin: 200 }

it('an upload that nothing uses yet does not exist but for its owner and admins', async () => {
  const owner = await buildMember(t)
  const file = await buildFile(t, { ownerId: owner.id })
  expect(await statusesOf(file.id, owner)).toEqual({ visitor: 404, other: 404, owner: 200, admin: 200 })
  const [unused, unknown] = [await read(file.id), await read(t.ctx.random.id())]
  expect({ ...unused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
})

it('is shown to everybody once it is the file or the thumbnail of an NFT, or a picture of a profile', async () => {
  const owner = await buildMember(t)
  const [picture, thumbnail, avatar] = [
    await buildFile(t, { ownerId: owner.id }),
    await buildFile(t, { ownerId: owner.id }),
    await buildFile(t, { ownerId: owner.id }),
  ]
  const nft = await buildNft(t, { creator: owner, approved: false })
  const files = { file_id: picture.id, thumbnail_file_id: thumbnail.id }
  await t.ctx.db.updateTable('nfts').set(files).where('id', '=', nft.id).execute()
  const put = { token: owner.tokens.access, body: { avatar: avatar.id } }
  expect((await t.call('PUT', '/api/users/me/', put)).status).toBe(200)
  for (const { id } of [picture, thumbnail, avatar]) expect(await statusesOf(id, owner)).toEqual(EVERYBODY)
})
