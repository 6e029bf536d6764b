import type { NftListQuery } from '@verso/protocol/nfts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { insertManyNfts } from '../../../test/insert-many-nfts.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { DB } from '../../db/types.gen.ts'
import { listNfts } from './list-nfts.ts'

const t = useTestApp()
const BULK = 5_000

/** The plan that PostgreSQL keeps for a prepared statement does not know its values. */
test('the works of a chain that has few are read without those of the others, by the plan that is kept', async () => {
  const asked: CompiledQuery[] = []
  const pool = new pg.Pool({ connectionString: t.ownerUrl, max: 1, options: '-c plan_cache_mode=force_generic_plan' })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void asked.push(query) })
  onTestFinished(() => db.destroy())
  const member = await buildMember(t)
  const { id } = await buildNft(t, { owner: member })
  const rare = await buildNft(t, { owner: member, chain: 'ETH' })
  await insertManyNfts(
    db,
    `insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by, approval, mint_status, active_price_cents, created_at, updated_at)
      select gen_random_uuid(), chain, category_id, file_id, thumbnail_file_id, name, description, 0, created_by, owned_by, 'APPROVED', 'SUCCESSED', 108 + n, created_at, updated_at + n * interval '1 second'
      from nfts, generate_series(1, ${BULK}) n where id = '${id}'`,
  )
  for (const sort of ['-updated_at', 'price'] as const) {
    asked.splice(0)
    const { details } = await listNfts(db, { chain: 'ETH', sort, limit: 24 } as NftListQuery, { viewer: null })
    expect(details.map(({ nft }) => nft.id)).toEqual([rare.id])
    const { sql, parameters } = asked[0] as CompiledQuery
    await pool.query(`prepare listed as ${sql}`)
    const values = parameters.length > 0 ? `(${parameters.map((value) => pg.escapeLiteral(String(value))).join()})` : ''
    const { rows } = await pool.query<object>(`explain (analyze, format json) execute listed${values}`)
    await pool.query('deallocate listed')
    const passedOver = [...JSON.stringify(rows).matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, number]) =>
      Number(number),
    )
    expect(Math.max(0, ...passedOver)).toBeLessThan(BULK / 10)
  }
})
