import { describe, expect, test } from 'vitest'
import { buildMember, type Member } from '../../../test/build-member.ts'
import { buildFile, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { deferDeletion, collectFilesSweep } from '../../media/files/collect-files.ts'

const t = useTestApp()
const leave = (member: Member) => t.call('DELETE', '/api/users/me/', { token: member.tokens.access })

describe('the pictures of who has left', () => {
  const HOUR_MS = 3_600_000
  const isStored = async (key: string) => (await t.ctx.storage.size(key)) !== undefined

  /** A picture with one smaller copy. */
  async function buildPicture(owner: { id: string }, bytes?: Buffer) {
    const file = await buildFile(t, { ownerId: owner.id, ...(bytes && { bytes }) })
    const copy = `${file.sha256.split('').toReversed().join('')}.webp`
    await t.ctx.storage.put(copy, Buffer.from(copy), { mime: 'image/webp' })
    const variant = { file_id: file.id, name: 'avatar', mime: 'image/webp', width: 1, height: 1, size_bytes: 1 }
    await t.ctx.db
      .insertInto('file_variants')
      .values({ ...variant, storage_key: copy })
      .execute()
    return { ...file, copy }
  }
  const findFile = (id: string) => t.ctx.db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()

  test('go with them, their copies and stored bytes too, unless an NFT or another member has them', async () => {
    const [member, other] = [await buildMember(t), await buildMember(t)]
    const avatar = await buildPicture(member)
    const shared = await buildPicture(member, Buffer.from('the same picture'))
    await buildPicture(other, Buffer.from('the same picture'))
    await t.ctx.db.updateTable('users').set({ avatar_file_id: avatar.id }).where('id', '=', member.id).execute()
    const nft = await buildNft(t, { creator: member, owner: other })
    expect((await leave(member)).status).toBe(200)
    expect(await findFile(avatar.id)).toBeUndefined()
    expect(await findFile(shared.id)).toBeUndefined()
    expect(await findFile(nft.file_id)).toMatchObject({ owner_id: member.id, original_name: '' })

    // Not at once: an upload of the same bytes may be on its way.
    await collectFilesSweep.run(t.ctx)
    expect(await isStored(avatar.storage_key)).toBe(true)
    t.clock.advance(HOUR_MS)
    await collectFilesSweep.run(t.ctx)
    expect(await isStored(avatar.storage_key)).toBe(false)
    expect(await isStored(avatar.copy)).toBe(false)
    expect(await isStored(shared.storage_key)).toBe(true)
    expect(await isStored(shared.copy)).toBe(true)
    const { storage_key: file } = (await findFile(nft.file_id)) ?? { storage_key: '' }
    expect(await isStored(file)).toBe(true)
    expect(await t.ctx.db.selectFrom('removed_bytes').selectAll().execute()).toEqual([])
  })

  test('stay for who uploads the same bytes in time', async () => {
    const [member, bytes] = [await buildMember(t), Buffer.from('a picture that another has too')]
    const picture = await buildPicture(member, bytes)
    await leave(member)
    t.clock.advance(HOUR_MS)
    await deferDeletion(t.ctx, picture.storage_key)
    await collectFilesSweep.run(t.ctx)
    expect(await isStored(picture.storage_key)).toBe(true)
    expect(await isStored(picture.copy)).toBe(false)
    await buildFile(t, { ownerId: (await buildMember(t)).id, bytes })
    t.clock.advance(HOUR_MS)
    await collectFilesSweep.run(t.ctx)
    expect(await isStored(picture.storage_key)).toBe(true)
  })
})
