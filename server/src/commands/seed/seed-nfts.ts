import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import { seededId } from './seed-users.ts'
import { ADJECTIVES, anyOf, NOUNS, SENTENCES } from './words.ts'

type Range = {
  run: string
  from: number
  to: number
  /** All NFTs of this run, which their ages are spread over. */
  count: number
  users: number
  fileIds: string[]
  now: Date
}

const FEE_BPS = sql.lit(250)
const OLDEST_DAYS = 700

/**
 * NFTs with their past listings, in one transaction: a third was sold once, a tenth withdrawn from sale once, and
 * 45 % are for sale. The few busy creators made most of them. The ledger has nothing of it: no money ever moved.
 */
export async function seedNfts(db: Db, range: Range): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table seeded on commit drop as ${plan(range)}`.execute(tx)
    await sql`
      insert into nfts (id, chain, category_id, file_id, thumbnail_file_id, name, description, royalty_bps, created_by, owned_by,
        approval, mint_status, active_price_cents, created_at, updated_at)
      select id, 'SOL', category_id, file_id, file_id, name, description, royalty_bps, created_by, owned_by,
        case when n % 500 = 0 then 'PENDING' else 'APPROVED' end, 'SUCCESSED', case when is_listed then price_cents end,
        created_at, updated_at
      from seeded`.execute(tx)
    await sql`
      insert into listings (id, nft_id, seller_id, buyer_id, price_cents, fee_bps, royalty_bps, fee_cents, royalty_cents, status, created_at, updated_at)
      select ${seededId('sold', range.run)}, id, created_by, owned_by, price_cents, ${FEE_BPS}, royalty_bps,
        price_cents * ${FEE_BPS} / 10000, 0, 'SOLD', created_at + age * 0.1, created_at + age * 0.4
      from seeded where owned_by <> created_by
      union all
      select ${seededId('closed', range.run)}, id, owned_by, null, price_cents * 2, ${FEE_BPS}, royalty_bps,
        price_cents * 2 * ${FEE_BPS} / 10000, 0, 'INACTIVE', created_at + age * 0.5, created_at + age * 0.7
      from seeded where n % 10 = 0
      union all
      select ${seededId('open', range.run)}, id, owned_by, null, price_cents, ${FEE_BPS}, royalty_bps,
        price_cents * ${FEE_BPS} / 10000, 0, 'ACTIVE', updated_at, updated_at
      from seeded where is_listed`.execute(tx)
    await sql`
      insert into payments (id, user_id, kind, status, amount_cents, nft_id, listing_id, provider, provider_ref, commodity,
        receiver, captured_at, created_at, updated_at)
      select ${seededId('payment', range.run)}, owned_by, 'PURCHASE', 'SUCCESS', price_cents, id, ${seededId('sold', range.run)},
        'sandbox', 'seed-' || id, 'USD', 'seed', created_at + age * 0.4, created_at + age * 0.3, created_at + age * 0.4
      from seeded where owned_by <> created_by`.execute(tx)
  })
}

/** Squares of chance make some members busy and most of them not. */
const plan = ({ run, from, to, count, users, fileIds, now }: Range) => sql`
  select ${seededId('nft', run)} as id, n, category_id, (${fileIds}::uuid[])[1 + n % ${fileIds.length}] as file_id,
    ${anyOf(ADJECTIVES, sql`random()`)} || ' ' || ${anyOf(NOUNS, sql`random()`)} || ' #' || n as name,
    ${anyOf(SENTENCES, sql`random()`)} || ' ' || ${anyOf(SENTENCES, sql`random()`)} as description,
    100 * floor(chance_c * 11)::int as royalty_bps, ${seededId('user', run, sql`creator`)} as created_by,
    ${seededId('user', run, sql`case when chance_b < 0.33 then owner else creator end`)} as owned_by,
    (108 + exp(chance_c * 9) * 40)::bigint as price_cents, chance_a < 0.45 as is_listed,
    ${now}::timestamptz - age as created_at, ${now}::timestamptz - age * 0.2 * chance_b as updated_at, age
  from (
    select n, random() as chance_a, random() as chance_b, random() as chance_c, 1 + floor(random() * 8)::int as category_id,
      1 + floor(power(random(), 2) * ${users}::int)::int as creator, 1 + floor(random() * ${users}::int)::int as owner,
      (${count}::int - n + random()) / ${count}::int * ${OLDEST_DAYS}::int * interval '1 day' as age
    from generate_series(${from}::int, ${to}::int) n
  ) chances`
