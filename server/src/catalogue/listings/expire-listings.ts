import type { Context, Sweep } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { eachRow } from '../../jobs/each-row.ts'
import { UNRESERVED_STATUSES } from './close-open-listing.ts'
import { moveListing } from './move-listing.ts'

const BATCH = 100

/** Expired listings become INACTIVE by themselves. A reserved one is left to its buyer. */
export const expireListingsSweep: Sweep = { name: 'expire-listings', everyMs: 5_000, run: expireListings }

async function expireListings(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('listings')
    .select('id')
    .where('status', 'in', UNRESERVED_STATUSES)
    .where('expires_at', '<=', ctx.clock.now())
    .orderBy('expires_at')
    .limit(BATCH)
    .execute()
  await eachRow(due, async ({ id }) => {
    await inTransaction(ctx.db, (tx) =>
      moveListing(ctx, tx, { listingId: id, from: UNRESERVED_STATUSES, to: 'INACTIVE', cause: 'expired' }),
    )
    ctx.failpoints.reach('expire-listings.after-row')
  })
}
