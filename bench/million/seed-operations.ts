import { sql } from 'kysely'
import type { Db } from '../../server/src/db/client.ts'
import { seededId } from '../../server/src/commands/seed/seed-users.ts'

type Rows = { run: string; nfts: number; users: number; now: Date }

/** What operators and members' bells list: for each NFT a line of the audit log and a notification, for every third a top-up, for every thousandth a report. */
export async function seedOperations(db: Db, { run, nfts, users, now }: Rows): Promise<void> {
  const member = seededId('user', run, sql`(1 + n % ${users}::int)`)
  const at = sql`${now}::timestamptz - (${nfts}::int - n) * interval '20 seconds'`
  const each = sql`generate_series(1, ${nfts}::int) n`
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
    select ${member}, (array['nft.approved', 'nft.refused', 'user.suspended', 'payout.paid'])[1 + n % 4], 'nft',
      ${seededId('nft', run)}::text, ${at} from ${each}`.execute(db)
  await sql`
    insert into notifications (id, user_id, kind, nft_ids, actor_ids, created_at)
    select ${seededId('line', run)}, ${member}, 'following.listed', array[${seededId('nft', run)}],
      array[${seededId('user', run, sql`(1 + n % 100)`)}], ${at} from ${each}`.execute(db)
  await sql`
    insert into payments (id, user_id, kind, status, amount_cents, provider, commodity, receiver, review_reason, created_at, updated_at)
    select ${seededId('topup', run)}, ${member}, 'TOPUP', case when n % 3000 = 0 then 'NEEDS_REVIEW' else (array['SUCCESS', 'CANCELED', 'EXPIRED'])[1 + n % 3] end,
      500 + n % 10000, 'sandbox', 'USD', 'bench', case when n % 3000 = 0 then 'Paid less than was asked.' end, ${at}, ${at}
    from ${each} where n % 3 = 0`.execute(db)
  await sql`
    insert into reports (id, nft_id, reporter_id, reason, status, created_at)
    select ${seededId('report', run)}, ${seededId('nft', run)}, ${member}, 'Copied', 'OPEN', ${at} from ${each} where n % 1000 = 0`.execute(
    db,
  )
}
