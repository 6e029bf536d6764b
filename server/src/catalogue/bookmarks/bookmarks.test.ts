import { describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

describe.each([
  ['favourite', 'favourites', 'is_favourite'],
  ['wishlist', 'wishlist', 'is_wishlisted'],
])('the %s bookmark', (path, list, flag) => {
  const t = useTestApp()

  it('is put and taken off, as often as one asks, and shows to its member alone', async () => {
    const [{ tokens }, nft] = [await buildMember(t), await buildNft(t)]
    const token = tokens.access
    const call = (method: 'PUT' | 'DELETE') => t.call(method, `/api/nfts/${nft.id}/${path}/`, { token })
    const shown = async () => (await t.call('GET', `/api/nfts/${nft.id}/`, { token })).body.data[flag]
    expect(await shown()).toBe(false)
    expect((await call('PUT')).body.data).toEqual({ [flag]: true })
    expect((await call('PUT')).status).toBe(200)
    expect(await shown()).toBe(true)
    expect((await t.call('GET', `/api/nfts/${nft.id}/`)).body.data).not.toHaveProperty(flag)
    expect((await call('DELETE')).body.data).toEqual({ [flag]: false })
    expect(await shown()).toBe(false)
    expect((await t.call('PUT', `/api/nfts/${t.ctx.random.id()}/${path}/`, { token })).status).toBe(404)
  })

  it('lists what one has bookmarked, the newest first, page by page', async () => {
    const { tokens } = await buildMember(t)
    const token = tokens.access
    const nfts = [await buildNft(t), await buildNft(t), await buildNft(t)]
    for (const nft of nfts) await t.call('PUT', `/api/nfts/${nft.id}/${path}/`, { token })
    const first = (await t.call('GET', `/api/users/me/${list}/?limit=2`, { token })).body
    const second = (await t.call('GET', `/api/users/me/${list}/?limit=2&cursor=${first.meta.next_cursor}`, { token }))
      .body
    expect([...first.data, ...second.data].map((nft: { id: string }) => nft.id)).toEqual(
      nfts.map((nft) => nft.id).toReversed(),
    )
    expect(second.meta).toEqual({ next_cursor: null, total: 3 })
  })
})
