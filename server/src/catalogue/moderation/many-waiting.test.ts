import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { insertManyNfts } from '../../../test/insert-many-nfts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { DB } from '../../db/types.gen.ts'
import { countWaiting } from './queries.ts'

const t = useTestApp()

test('what waits for a moderator is counted once, to 1,000, and no more of it is read', async () => {
  const asked: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1 })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  onTestFinished(() => db.destroy())
  const creator = await buildMember(t)
  const { id } = await buildNft(t, { creator, approved: false })
  for (const { headers } of [await buildMember(t), await buildMember(t)])
    for (const nftId of [id, (await buildNft(t, { creator })).id])
      await t.call('POST', `/api/nfts/${nftId}/reports/`, { headers, body: { reason: 'FRAUD' } })
  expect(await countWaiting(db)).toBe(3)
  await insertManyNfts(
    db,
    `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, created_at, updated_at)
      select gen_random_uuid(), chain, category_id, file_id, thumbnail_file_id, name, description, 0, created_by, owned_by, 'PENDING', created_at, updated_at
      from nfts, generate_series(1, 3000) n where id = '${id}'`,
  )
  asked.splice(0)
  expect(await countWaiting(db)).toBe(1_001)
  const [{ sql }] = asked as [CompiledQuery]
  const { rows } = await pool.query<object>(`explain (analyze, format json) ${sql}`)
  const read = [...JSON.stringify(rows).matchAll(/"Actual Rows":(\d+)/g)].map(([, number]) => Number(number))
  expect(Math.max(...read)).toBeLessThan(1_100)
})
