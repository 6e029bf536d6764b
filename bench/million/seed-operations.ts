import { SECURITY_ACTIONS } from '@verso/protocol/users/security-events'
import { sql } from 'kysely'
import type { Db } from '../../server/src/db/client.ts'
import { seededId } from '../../server/src/commands/seed/seed-users.ts'
import type { Rows } from './seed-member.ts'

const WEBHOOK = seededId('webhook', 'bench', sql<number>`1`)

/**
 * Rows of the operators' lists: for each NFT its mint, a line of the audit log, a message and a delivery to a webhook, for every third a top-up. Of every
 * thousand NFTs some are reported, taken down, sent outside, on another chain; the open payouts, deliveries and jobs are the newest, as they are in life.
 * The member who is there longest has sent a tenth of `ofOneMember` outside.
 */
export async function seedOperations(db: Db, { run, nfts, users, ofOneMember, now }: Rows): Promise<void> {
  const member = seededId('user', run, sql`(1 + n % ${users}::int)`)
  const nft = seededId('nft', run)
  const at = sql`${now}::timestamptz - (${nfts}::int - n) * interval '20 seconds'`
  const each = sql`generate_series(1, ${nfts}::int) n`
  const busy = seededId('user', run, sql`1`)
  const isOfBusy = sql`(n % 10 = 3 and n <= ${ofOneMember}::int)`
  const isNew = sql`n > ${nfts - Math.ceil(nfts / 1_000)}::int`
  await sql`
    insert into audit_log (actor_id, action, subject_type, subject_id, created_at)
    select ${member}, case when n % 20 = 0 then (${[...SECURITY_ACTIONS]}::text[])[1 + n / 20 % ${SECURITY_ACTIONS.length}]
      else (array['nft.approved', 'nft.refused', 'user.suspended', 'payout.paid'])[1 + n % 4] end, 'nft', ${nft}::text, ${at} from ${each}`.execute(
    db,
  )
  await sql`
    insert into payments (id, user_id, kind, status, amount_cents, provider, commodity, receiver, review_reason, created_at, updated_at)
    select ${seededId('topup', run)}, ${member}, 'TOPUP', case when n % 3000 = 0 then 'NEEDS_REVIEW' else (array['SUCCESS', 'CANCELED', 'EXPIRED'])[1 + n % 3] end,
      500 + n % 10000, 'sandbox', 'USD', 'bench', case when n % 3000 = 0 then 'Paid less than was asked.' end, ${at}, ${at}
    from ${each} where n % 3 = 0`.execute(db)
  await sql`
    insert into reports (id, nft_id, reporter_id, reason, status, created_at)
    select ${seededId('report', run)}, ${nft}, ${member}, 'Copied', 'OPEN', ${at} from ${each} where n % 1000 = 0`.execute(
    db,
  )
  await sql`
    insert into moderation_decisions (id, nft_id, admin_id, decision, reason, created_at)
    select ${seededId('decision', run)}, ${nft}, ${busy}, 'TAKEN_DOWN', 'Copied', ${at} from ${each} where n % 250 = 1`.execute(
    db,
  )
  await sql`update nfts set taken_down_at = ${now} from ${each} where n % 250 = 1 and nfts.id = ${nft}`.execute(db)
  await sql`update nfts set chain = case when n % 500 = 2 then 'ETH' else 'POLYGON' end
    from ${each} where n % 50 = 2 and nfts.id = ${nft}`.execute(db)
  await sql`insert into chains (chain, genesis_hash, contract_address, authority_address, deploy_block, indexed_block)
    values ('SOL', 'bench', 'bench', 'bench', 0, 0) on conflict do nothing`.execute(db)
  await sql`
    insert into chain_intents (id, chain, kind, business_key, nft_id, user_id, payload, status, created_at, updated_at)
    select ${seededId('mint', run)}, 'SOL', 'MINT', 'mint-' || n, ${nft}, ${member}, '{}'::jsonb, 'CONFIRMED', ${at}, ${at} from ${each}
    union all
    select ${seededId('sent', run)}, 'SOL', 'WITHDRAW', 'sent-' || n, ${nft}, case when ${isOfBusy} then ${busy} else ${member} end,
      '{}', 'CONFIRMED', ${at}, ${at} from ${each} where n % 100 = 3 or ${isOfBusy}`.execute(db)
  await sql`update nfts set custody = 'OUTSIDE', owned_by = null, owner_address = 'outside'
    from ${each} where (n % 100 = 3 or ${isOfBusy}) and nfts.id = ${nft}`.execute(db)
  await sql`
    insert into payouts (id, user_id, amount_cents, status, reference, created_at, updated_at)
    select ${seededId('payout', run)}, ${member}, 500 + n % 10000, case when ${isNew} then 'REQUESTED' else 'PAID' end,
      case when ${isNew} then null else 'bench' end, ${at}, ${at} from ${each} where n % 20 = 0 or ${isNew}`.execute(db)
  await sql`
    insert into messages (id, channel, recipient, subject, body_text, status, due_at, created_at)
    select ${seededId('message', run)}, 'email', 'member-' || (1 + n % ${users}::int) || '@' || ${run}::text || '.seed.test', 'Sold',
      case when n % 1000 = 0 then 'Your work was sold.' else '' end, case when n % 1000 = 0 then 'FAILED' else 'SENT' end, ${at}, ${at}
    from ${each}`.execute(db)
  await sql`
    insert into webhooks (id, url, kinds, secret, state, created_at)
    values (${WEBHOOK}, 'https://bench.test', '{nft.listed}', '', 'active', ${now})`.execute(db)
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, kind, body, status, tried_since, created_at)
    select ${seededId('delivery', run)}, ${WEBHOOK}, ${seededId('event', run)}, 'nft.listed', '{}',
      case when n % 1000 = 0 then 'failed' else 'delivered' end, ${at}, ${at} from ${each}`.execute(db)
}

/** For every thousandth NFT a job that failed; what is done is deleted. */
export async function seedJobs(owner: Db, { nfts, name }: { nfts: number; name: string }): Promise<void> {
  await sql`
    insert into pgboss.job (name, state, retry_count, output, completed_on)
    select ${name}::text, 'failed', 12, '{"message": "Failed."}'::jsonb, now() from generate_series(1, ${nfts / 1_000}::int) n`.execute(
    owner,
  )
}
