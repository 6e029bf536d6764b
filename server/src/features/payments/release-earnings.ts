import { LIVE_CHAINS, type LiveChain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { eachRow } from '../../jobs/each-row.ts'
import type { Sweep } from '../../jobs/task.ts'
import { postTransfer } from '../ledger/post-transfer.ts'

const BATCH = 200

/**
 * Held earnings become balance when the hold days have passed and the block of the sale is final; a chain of our own is
 * final at once (decisions.md → Buying and paying).
 */
export const releaseEarningsSweep: Sweep = {
  name: 'release-earnings',
  everyMs: 1_000,
  run: async (ctx) =>
    eachRow(await listDue(ctx), async ({ id }) => {
      await inTransaction(ctx.db, (tx) => release(ctx, tx, id))
      ctx.failpoints.reach('release-earnings.after-row')
    }),
}

function listDue(ctx: Context): Promise<{ id: string }[]> {
  const own = LIVE_CHAINS.filter((chain) => ctx.chains[chain].isEmbedded)
  return ctx.db
    .selectFrom('earnings_holds')
    .innerJoin('listings', 'listings.id', 'earnings_holds.listing_id')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('chains', 'chains.chain', 'nfts.chain')
    .select('earnings_holds.id')
    .where('earnings_holds.status', '=', 'HELD')
    .where('earnings_holds.release_at', '<=', ctx.clock.now())
    .where((eb) =>
      eb.or([
        eb('nfts.chain', '=', sql<LiveChain>`any(${own}::text[])`),
        eb('earnings_holds.block_number', '<=', eb.ref('chains.finalized_block')),
      ]),
    )
    .where(isNotFrozen)
    .orderBy('earnings_holds.release_at')
    .limit(BATCH)
    .execute()
}

/** A chargeback of what the member has sold on keeps all their earnings where they are. */
const isNotFrozen = sql<boolean>`not exists (
  select from payments where payments.user_id = earnings_holds.user_id and payments.freezes_earnings)`

async function release(ctx: Context, tx: Tx, id: string): Promise<void> {
  const hold = await tx
    .updateTable('earnings_holds')
    .set({ status: 'RELEASED', updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'HELD')
    .where(isNotFrozen)
    .returning(['user_id', 'amount_cents'])
    .executeTakeFirst()
  if (!hold) return
  const { user_id: userId, amount_cents: amountCents } = hold
  await postTransfer(ctx, tx, {
    kind: 'EARNINGS_RELEASED',
    cause: { type: 'earnings_hold', id },
    entries: [
      { account: { kind: 'EARNINGS_HELD', userId }, amountCents: -amountCents },
      { account: { kind: 'EARNINGS', userId }, amountCents },
    ],
  })
}
