import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'

const DAY_MS = 86_400_000
/** Ages of the demo's oldest and newest NFT. The NFTs between become more frequent, as in a market that grows. */
const OLDEST_DAYS = 28
const NEWEST_DAYS = 0.7

/**
 * The demo's actions are real but all happen today. The dates of NFTs, listings, orders and members are moved, so that the charts
 * show something; the ledger, the audit log and the chain keep the true ones, because they cannot be changed.
 */
export async function spreadOverTime(ctx: Context, nftIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx.db, async (tx) => {
    for (const [index, nftId] of nftIds.entries()) {
      const youth = 1 - index / nftIds.length
      const ageDays = NEWEST_DAYS + (OLDEST_DAYS - NEWEST_DAYS) * youth ** 2
      await spreadNft(tx, { nftId, createdAt: after(now, -ageDays * DAY_MS), ageMs: ageDays * DAY_MS })
    }
    await spreadMembers(tx, after(now, -OLDEST_DAYS * DAY_MS))
  })
}

/** An order was paid before it was delivered. */
const paid = (at: Date) => ({
  created_at: at,
  updated_at: at,
  captured_at: sql<Date | null>`case when captured_at is not null then ${at}::timestamptz end`,
})

async function spreadNft(
  tx: Tx,
  { nftId, createdAt, ageMs }: { nftId: string; createdAt: Date; ageMs: number },
): Promise<void> {
  const listings = await tx
    .selectFrom('listings')
    .select(['id', 'status'])
    .where('nft_id', '=', nftId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const stepMs = ageMs / (listings.length + 1)
  let updatedAt = createdAt
  for (const [place, listing] of listings.entries()) {
    const listedAt = after(createdAt, stepMs * (place + 0.6))
    updatedAt = listing.status === 'SOLD' ? after(listedAt, stepMs * 0.35) : listedAt
    const dates = { created_at: listedAt, updated_at: updatedAt }
    await tx.updateTable('listings').set(dates).where('id', '=', listing.id).execute()
    await tx.updateTable('payments').set(paid(updatedAt)).where('listing_id', '=', listing.id).execute()
  }
  const dates = { created_at: createdAt, updated_at: updatedAt }
  await tx.updateTable('nfts').set(dates).where('id', '=', nftId).execute()
}

/** A member joined the day before they first made or bought something; one who did neither was there from the beginning. */
async function spreadMembers(tx: Tx, openedAt: Date): Promise<void> {
  await sql`
    update users set created_at = coalesce(first_act.at, ${openedAt}) - interval '1 day'
    from users member left join (
      select user_id, min(at) as at from (
        select created_by as user_id, created_at as at from nfts
        union all select buyer_id, created_at from listings where buyer_id is not null
      ) acts group by user_id
    ) first_act on first_act.user_id = member.id
    where users.id = member.id and users.email like '%@demo.test'`.execute(tx)
}
