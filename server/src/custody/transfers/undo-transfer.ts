import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { CustodyContext } from '../outcomes.ts'
import { findSaleByMove } from './find-sale-by-move.ts'
import { isSentTo } from './is-sent-to.ts'
import { isMint, type Transfer } from './transfer.ts'

/** A reorganisation removed this transfer: the sale, mint or withdrawal it completed is pending again. */
export async function undoTransfer(ctx: CustodyContext, tx: Tx, transfer: Transfer): Promise<void> {
  const nft = await tx
    .selectFrom('nfts')
    .select('id')
    .where('chain', '=', transfer.chain as 'POLYGON')
    .where('token_id', '=', transfer.token_id)
    .executeTakeFirst()
  if (!nft) return
  if (isMint(transfer)) {
    await ctx.outcomes.onMintUndone(ctx, tx, { nftId: nft.id })
    await reopen(ctx, tx, { kind: 'MINT', nftId: nft.id })
    return
  }
  const own = await listOwnIntents(tx, nft.id, transfer.transaction_hash)
  if (own.length > 0) await undoOwn(ctx, tx, nft.id, own)
  else await undoByMove(ctx, tx, nft.id, transfer)
}

type OwnIntent = { id: string; listing_id: string | null }

/** The intents of this NFT that a transaction of ours carried out. */
const listOwnIntents = (tx: Tx, nftId: string, hash: string): Promise<OwnIntent[]> =>
  tx
    .selectFrom('chain_intents')
    .innerJoin('chain_transaction_intents as link', 'link.intent_id', 'chain_intents.id')
    .innerJoin('chain_transactions as sent', 'sent.id', 'link.transaction_id')
    .select(['chain_intents.id', 'chain_intents.listing_id'])
    .where('chain_intents.nft_id', '=', nftId)
    .where('sent.hash', '=', hash)
    .execute()

/** A withdrawal may go where the NFT was once sold to: that sale stays. */
async function undoOwn(ctx: CustodyContext, tx: Tx, nftId: string, own: OwnIntent[]): Promise<void> {
  const listingIds = own.flatMap(({ listing_id }) => listing_id ?? [])
  const sold = tx.selectFrom('listings').select('id').where('id', '=', sql<string>`any(${listingIds}::uuid[])`)
  for (const { id } of await sold.where('status', '=', 'SOLD').execute()) await undoSale(ctx, tx, nftId, id)
  await reopen(ctx, tx, { ids: own.map(({ id }) => id) })
}

/** The transaction is not in the books (they were restored from a backup): the wallets tell what it did. */
async function undoByMove(ctx: CustodyContext, tx: Tx, nftId: string, transfer: Transfer): Promise<void> {
  const sale = await findSaleByMove(tx, nftId, transfer)
  if (sale?.status === 'SOLD') {
    await undoSale(ctx, tx, nftId, sale.id)
    await reopen(ctx, tx, { kind: 'SETTLE', nftId, listingId: sale.id })
  }
  await reopen(ctx, tx, { kind: 'WITHDRAW', nftId, to: transfer.to_address })
}

async function undoSale(ctx: CustodyContext, tx: Tx, nftId: string, listingId: string): Promise<void> {
  if (await isSoldOn(tx, nftId))
    ctx.log.warn({ listing: listingId }, 'a vanished sale stays: its work is sold on already')
  else await ctx.outcomes.onSaleUndone(ctx, tx, { listingId })
}

/** A next buyer has paid; both transfers are sent again, in order, and two open sales of one NFT cannot be. */
async function isSoldOn(tx: Tx, nftId: string): Promise<boolean> {
  const paid = tx.selectFrom('listings').select('id').where('nft_id', '=', nftId).where('status', '=', 'PAID')
  return (await paid.executeTakeFirst()) !== undefined
}

type Reopened =
  | { ids: string[] }
  | { kind: 'MINT' | 'SETTLE' | 'WITHDRAW'; nftId: string; listingId?: string; to?: string }

async function reopen(ctx: Context, tx: Tx, intent: Reopened): Promise<void> {
  const query = tx
    .updateTable('chain_intents')
    .set({ status: 'SENT', updated_at: ctx.clock.now() })
    .where('status', '=', 'CONFIRMED')
  if ('ids' in intent) {
    await query.where('id', 'in', intent.ids).execute()
    return
  }
  let found = query.where('kind', '=', intent.kind).where('nft_id', '=', intent.nftId)
  if (intent.listingId) found = found.where('listing_id', '=', intent.listingId)
  if (intent.to) found = found.where(isSentTo(sql<string>`${intent.to}::text`))
  await found.execute()
}
