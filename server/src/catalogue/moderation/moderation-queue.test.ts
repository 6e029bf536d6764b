import { describe, expect, it } from 'vitest'
import { buildAdmin, buildMember, type Member } from '../../../test/build-member.ts'
import { buildListing, buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

describe('the moderation queue', () => {
  const t = useTestApp({ env: { LISTINGS_NEED_APPROVAL: 'true' } })
  const queue = async (admin: Member, query: string) =>
    (await t.call('GET', `/api/admin/moderation/?${query}`, { site: 'admin', token: admin.tokens.access })).body

  it('gives what has waited longest first: a work since it was made, a report or a listing since it came', async () => {
    const [admin, reporter] = [await buildAdmin(t), await buildMember(t)]
    const now = t.ctx.clock.now().getTime()
    const daysAgo = (days: number) => new Date(now - days * 86_400_000)
    const madeAt = async <Nft extends { id: string }>(nft: Nft, days: number) => {
      await t.ctx.db
        .updateTable('nfts')
        .set({ created_at: daysAgo(days) })
        .where('id', '=', nft.id)
        .execute()
      return nft
    }
    const reported = await madeAt(await buildNft(t), 90)
    await t.call('POST', `/api/nfts/${reported.id}/reports/`, {
      token: reporter.tokens.access,
      body: { reason: 'FRAUD' },
    })
    await t.ctx.db
      .updateTable('reports')
      .set({ created_at: daysAgo(1) })
      .where('nft_id', '=', reported.id)
      .execute()
    const listed = await madeAt(await buildNft(t), 80)
    const { id: listingId } = await buildListing(t, { nft: listed, status: 'PENDING_APPROVAL' })
    await t.ctx.db
      .updateTable('listings')
      .set({ created_at: daysAgo(2) })
      .where('id', '=', listingId)
      .execute()
    const made = await madeAt(await buildNft(t, { approved: false }), 3)

    const ours = [made, listed, reported].map(({ id }) => id)
    const { data } = await queue(admin, 'limit=100')
    const items = data.filter((item: { nft: { id: string } }) => ours.includes(item.nft.id))
    expect(
      items.map((item: { nft: { id: string }; waiting_since: string }) => [item.nft.id, item.waiting_since]),
    ).toEqual([
      [made.id, daysAgo(3).toISOString()],
      [listed.id, daysAgo(2).toISOString()],
      [reported.id, daysAgo(1).toISOString()],
    ])
  })

  it('comes page by page, to admins alone', async () => {
    const admin = await buildAdmin(t)
    for (let index = 0; index < 5; index++) await buildNft(t, { approved: false })
    const { total } = (await queue(admin, 'limit=1')).meta
    const seen: { waiting_since: string; nft: { id: string } }[] = []
    for (let cursor = ''; ; ) {
      const { data, meta } = await queue(admin, `limit=2${cursor}`)
      seen.push(...data)
      if (!meta.next_cursor) break
      cursor = `&cursor=${meta.next_cursor}`
    }
    expect(new Set(seen.map(({ nft }) => nft.id)).size).toBe(total)
    const since = seen.map(({ waiting_since }) => waiting_since)
    expect(since).toEqual(since.toSorted())
    const member = await buildMember(t)
    expect((await t.call('GET', '/api/admin/moderation/', { site: 'admin', token: member.tokens.access })).status).toBe(
      403,
    )
  })
})
