import { isLiveChain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import type { Sweep } from '../../jobs/task.ts'
import { postTransfer } from '../ledger/post-transfer.ts'

const BATCH = 200

type DueHold = { id: string; chain: string; block_number: number; finalized_block: number }

/**
 * Held earnings become balance when the hold days have passed and the block of the sale is final; a chain of our own is
 * final at once (decisions.md → Buying and paying).
 */
export const releaseEarningsSweep: Sweep = {
  name: 'release-earnings',
  everyMs: 1_000,
  run: async (ctx) => {
    const due = await listDue(ctx)
    for (const hold of due.filter((each) => isFinal(ctx, each))) {
      await inTransaction(ctx.db, (tx) => release(ctx, tx, hold.id))
      ctx.failpoints.reach('release-earnings.after-row')
    }
  },
}

const listDue = (ctx: Context): Promise<DueHold[]> =>
  ctx.db
    .selectFrom('earnings_holds')
    .innerJoin('listings', 'listings.id', 'earnings_holds.listing_id')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('chains', 'chains.chain', 'nfts.chain')
    .select(['earnings_holds.id', 'nfts.chain', 'earnings_holds.block_number', 'chains.finalized_block'])
    .where('earnings_holds.status', '=', 'HELD')
    .where('earnings_holds.release_at', '<=', ctx.clock.now())
    .orderBy('earnings_holds.release_at')
    .limit(BATCH)
    .execute()

function isFinal(ctx: Context, hold: DueHold): boolean {
  if (!isLiveChain(hold.chain)) return false
  return ctx.chains[hold.chain].isEmbedded || hold.block_number <= hold.finalized_block
}

async function release(ctx: Context, tx: Tx, id: string): Promise<void> {
  const hold = await tx
    .updateTable('earnings_holds')
    .set({ status: 'RELEASED', updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'HELD')
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
