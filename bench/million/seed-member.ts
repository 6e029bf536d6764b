import { sql } from 'kysely'
import type { Db } from '../../server/src/db/client.ts'
import { seededId } from '../../server/src/commands/seed/seed-users.ts'

/** `ofOneMember`: how many of each list the member has who is there longest. */
export type Rows = { run: string; nfts: number; users: number; ofOneMember: number; now: Date }

/**
 * What a member lists: a notification, a favourite and a wish for each NFT, five that are followed by each. The member who is there longest
 * has `ofOneMember` of each, also as an operator, of top-ups and of security events.
 */
export async function seedMember(db: Db, { run, nfts, users, ofOneMember, now }: Rows): Promise<void> {
  const member = seededId('user', run, sql`(1 + n % ${users}::int)`)
  const busy = seededId('user', run, sql`1`)
  const nft = seededId('nft', run)
  const at = sql`${now}::timestamptz - (${nfts}::int - n) * interval '20 seconds'`
  const each = sql`generate_series(1, ${nfts}::int) n`
  const busyOnes = sql`generate_series(1, ${Math.min(ofOneMember, nfts)}::int) n`
  const bookmark = sql`select ${member}, ${nft}, ${at} from ${each} union select ${busy}, ${nft}, ${at} from ${busyOnes}`
  for (const table of ['favourites', 'wishlist'])
    await sql`insert into ${sql.table(table)} (user_id, nft_id, created_at) ${bookmark} on conflict do nothing`.execute(
      db,
    )
  const followed = seededId('user', run, sql`(1 + (n + step * step) % ${users}::int)`)
  await sql`
    insert into follows (user_id, followed_id, created_at)
    select ${seededId('user', run)}, ${followed}, ${now} from generate_series(1, ${users}::int) n, generate_series(1, 5) step
    union select ${busy}, ${seededId('user', run)}, ${at} from generate_series(2, ${Math.min(ofOneMember, users)}::int) n
    on conflict do nothing`.execute(db)
  const line = (kind: string, whose: typeof busy, what: string) => sql`
    select ${seededId(what, run)}, ${whose}, ${kind}, array[${nft}], array[${seededId('user', run, sql`(1 + n % 100)`)}],
      case when n % 3 = 0 then null else ${at} end::timestamptz, ${at}`
  await sql`
    insert into notifications (id, user_id, kind, nft_ids, actor_ids, read_at, created_at)
    ${line('following.listed', member, 'line')} from ${each}
    union all ${line('following.listed', busy, 'busy')} from ${busyOnes}
    union all ${line('admin.case', busy, 'operator')} from ${busyOnes}`.execute(db)
  await sql`
    insert into payments (id, user_id, kind, status, amount_cents, provider, commodity, receiver, created_at, updated_at)
    select ${seededId('own', run)}, ${busy}, 'TOPUP', 'SUCCESS', 500, 'sandbox', 'USD', 'bench', ${at}, ${at} from ${busyOnes}`.execute(
    db,
  )
  await sql`
    with lines as (
      insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
      select ${busy}, 'sign-in', 'user', ${busy}::text, ${at} from ${busyOnes} returning id, created_at)
    insert into audit_origins (audit_id, user_id, address, device, created_at)
    select id, ${busy}, '192.0.2.1', 'Chrome on Windows', created_at from lines`.execute(db)
}
