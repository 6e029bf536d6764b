import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

describe('the NFTs of the moderation page', () => {
  const t = useTestApp()

  it('finds any work by its texts or id, those taken down too, page by page', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const list = async (query: string) =>
      (await t.call('GET', `/api/admin/nfts/?${query}`, { site: 'admin', token: admin.tokens.access })).body
    const nfts = [
      await buildNft(t, { owner: creator, name: 'Blue heron' }),
      await buildNft(t, { owner: creator, name: 'Grey heron' }),
    ]
    await t.call('PUT', `/api/admin/nfts/${nfts[0]?.id}/`, {
      site: 'admin',
      token: admin.tokens.access,
      body: { taken_down: true, reason: 'Copied' },
    })
    const first = await list('search=HERON&limit=1')
    expect(first).toMatchObject({ data: [{ name: 'Grey heron', taken_down: false }], meta: { total: 2 } })
    expect((await list(`search=HERON&limit=1&cursor=${first.meta.next_cursor}`)).data).toMatchObject([
      { name: 'Blue heron', taken_down: true },
    ])
    expect((await list('taken_down=true')).data).toMatchObject([{ id: nfts[0]?.id }])
    expect((await list(`search=${nfts[1]?.id}`)).data).toMatchObject([{ name: 'Grey heron' }])
  })
  it('tells a refused NFT from one that waits, with the reason, and it can be approved after all', async () => {
    const [admin, creator] = [await buildAdmin(t), await buildMember(t)]
    const as = { site: 'admin', token: admin.tokens.access } as const
    const { id } = await buildNft(t, { owner: creator, name: 'Slip of a key', approved: false })
    const decide = (body: object) => t.call('PUT', `/api/admin/nfts/${id}/`, { ...as, body })
    const find = async () => (await t.call('GET', `/api/admin/nfts/?search=${id}`, as)).body.data
    expect(await find()).toMatchObject([{ approval: 'PENDING', decision_reason: null }])
    await decide({ approved: false, reason: 'Too dark' })
    expect(await find()).toMatchObject([{ approved: false, approval: 'REFUSED', decision_reason: 'Too dark' }])
    await decide({ taken_down: true, reason: 'Copied' })
    expect(await find()).toMatchObject([{ taken_down: true, decision_reason: 'Copied' }])
    await decide({ taken_down: false })
    await decide({ approved: true })
    expect(await find()).toMatchObject([{ approved: true, approval: 'APPROVED', decision_reason: null }])
  })
})
