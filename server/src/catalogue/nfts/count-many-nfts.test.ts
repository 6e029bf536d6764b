import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { insertManyNfts } from '../../../test/insert-many-nfts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../db/client.ts'

const BULK = 11_000
const CREATORS = BULK / 10

describe('more NFTs than are counted', () => {
  const t = useTestApp()
  beforeAll(async () => {
    const owner = openDatabase(t.ownerUrl, t.ctx.log, { maxConnections: 1 })
    const { id } = await buildNft(t, { owner: await buildMember(t) })
    await owner.executeQuery(
      CompiledQuery.raw(
        `insert into users (id, email, created_at, updated_at)
         select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@bulk.test', now(), now() from generate_series(1, ${CREATORS}) n`,
      ),
    )
    await insertManyNfts(
      owner,
      `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, mint_status, active_price_cents, last_sale_cents, created_at, updated_at)
         select gen_random_uuid(), chain, 1 + n % 8, file_id, thumbnail_file_id, case when n <= ${BULK / 10} then 'Early work ' else 'Work ' end || n, md5(n::text), 0, ('00000000-0000-7000-8000-' || lpad((1 + n % ${CREATORS})::text, 12, '0'))::uuid, owned_by, 'APPROVED', 'SUCCESSED',
           case when n % 2 = 0 then 108 + n end, case when n % 3 = 0 then 108 + n end, created_at, created_at + n * interval '1 second'
         from nfts, generate_series(1, ${BULK}) n where id = '${id}'`,
    )
    await owner.destroy()
  })

  it('counts no further than 1,000, and says so', async () => {
    const metaOf = async (query: string) => (await t.call('GET', `/api/nfts/?limit=1&${query}`)).body.meta
    expect(await metaOf('')).toMatchObject({ total: 1_000, total_capped: true })
    expect(await metaOf('min_price=1.09&max_price=21.07')).toMatchObject({ total: 1_000, total_capped: true })
    expect(await metaOf('min_price=1.09&max_price=11.08&listed=true')).toEqual({
      next_cursor: expect.any(String),
      total: 500,
    })
  })

  it('finds a common text where the sort has it last, and counts all of it', async () => {
    const search = (query: string) => t.call('GET', `/api/nfts/?limit=3&search=${query}`)
    const { data, meta } = (await search('early%20work')).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(
      [0, 1, 2].map((back) => `Early work ${BULK / 10 - back}`),
    )
    expect(meta).toMatchObject({ total: 1_000, total_capped: true })
    const next = (await search(`early%20work&cursor=${meta.next_cursor}`)).body
    expect(next.data[0].name).toBe(`Early work ${BULK / 10 - 3}`)
    expect((await search('early%20work%2012')).body.meta.total).toBe(11)
  })

  it('finds a rare text as it is written, not what only has the ends of its words', async () => {
    const owner = await buildMember(t)
    for (const name of ['Lantern by amber atlas', 'Landing concern', 'An amber and an atlas'])
      await buildNft(t, { owner, name })
    const namesOf = async (text: string) =>
      (await t.call('GET', `/api/nfts/?search=${text}`)).body.data.map(({ name }: { name: string }) => name)
    for (const text of ['lantern', 'amber%20atlas', 'antern%20by%20am'])
      expect(await namesOf(text)).toEqual(['Lantern by amber atlas'])
    expect(await namesOf(`atlas&owned_by=${owner.id}`)).toHaveLength(2)
  })
})
