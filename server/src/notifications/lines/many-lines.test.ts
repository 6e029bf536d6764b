import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()

test('lines are counted to 1,000 and no further, all and unread', async () => {
  const { id: userId, tokens } = await buildMember(t)
  const { id: nftId } = await buildNft(t)
  await sql`insert into notifications (id, user_id, kind, nft_ids, created_at, read_at)
    select gen_random_uuid(), ${userId}, 'wishlist.sold', array[${nftId}::uuid], now() + n * interval '1 second', case when n > 1001 then now() end
    from generate_series(1, 1003) n`.execute(t.ctx.db)
  const call = { token: tokens.access }
  const metaOf = async (query: string) => (await t.call('GET', `/api/notifications/?limit=1&${query}`, call)).body.meta
  const capped = { total: 1_000, total_capped: true, unread: 1_000 }
  expect(await metaOf('')).toMatchObject(capped)
  expect(await metaOf('unread=true')).toMatchObject(capped)
  expect(await metaOf('unread=false')).toEqual({ next_cursor: expect.any(String), total: 2, unread: 1_000 })
  const answer = await t.call('PUT', '/api/notifications/read/', { ...call, body: { ids: [] } })
  expect(answer.body.data).toEqual({ unread: 1_000 })
})
