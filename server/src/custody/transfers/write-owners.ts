import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft as nftSubject, user } from '../../events/subjects.ts'
import type { CustodyContext } from '../outcomes.ts'

/**
 * The owner of each of these tokens, as the last transfer that is in a block says. Nothing else writes it. A token that has
 * left its seller ends its open listing.
 */
export async function writeOwners(ctx: CustodyContext, tx: Tx, chain: Chain, tokenIds: string[]): Promise<void> {
  if (tokenIds.length === 0) return
  const nfts = await tx
    .selectFrom('nfts')
    .select(['id', 'token_id', 'created_by', 'owned_by'])
    .where('chain', '=', chain)
    .where('token_id', '=', sql<string>`any(${tokenIds}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const owners = await readOwners(tx, chain, tokenIds)
  const changes = nfts.map((nft) => {
    const owner = owners.get(nft.token_id ?? '')
    return { ...nft, address: owner?.to_address ?? null, ownedBy: owner ? owner.user_id : nft.created_by }
  })
  await sql`
    update nfts set owner_address = changed.address, owned_by = changed.owned_by,
      custody = case when changed.owned_by is null then 'OUTSIDE' else 'HELD' end, updated_at = ${ctx.clock.now()}
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ address }) => address)}::text[],
      ${changes.map(({ ownedBy }) => ownedBy)}::uuid[]) as changed(id, address, owned_by)
    where nfts.id = changed.id`.execute(tx)
  for (const { id, owned_by, ownedBy } of changes)
    if (owned_by !== null && ownedBy === null) await recordWithdrawn(ctx, tx, id, owned_by)
  await closeListingsOfOthers(ctx, tx, changes)
}

const recordWithdrawn = (ctx: CustodyContext, tx: Tx, nftId: string, userId: string) =>
  recordEvent(ctx, tx, {
    type: 'nft.withdrawn',
    subjects: [nftSubject(nftId), user(userId)],
    data: { nft_id: nftId, user_id: userId },
  })

/** The last transfer of each token, with the member whose wallet it went to. */
async function readOwners(tx: Tx, chain: string, tokenIds: string[]) {
  const rows = await tx
    .selectFrom('chain_transfers')
    .leftJoin('wallets', (join) =>
      join
        .onRef('wallets.public_address', '=', 'chain_transfers.to_address')
        .onRef('wallets.chain', '=', 'chain_transfers.chain'),
    )
    .distinctOn('chain_transfers.token_id')
    .select(['chain_transfers.token_id', 'chain_transfers.to_address', 'wallets.user_id'])
    .where('chain_transfers.chain', '=', chain)
    .where('chain_transfers.token_id', '=', sql<string>`any(${tokenIds}::text[])`)
    .orderBy('chain_transfers.token_id')
    .orderBy('chain_transfers.block_number', 'desc')
    .orderBy('chain_transfers.log_index', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.token_id, row]))
}

async function closeListingsOfOthers(
  ctx: CustodyContext,
  tx: Tx,
  owned: readonly { id: string; ownedBy: string | null }[],
): Promise<void> {
  const open = await tx
    .selectFrom('listings')
    .select(['nft_id', 'seller_id'])
    .where('nft_id', '=', sql<string>`any(${owned.map(({ id }) => id)}::uuid[])`)
    .where('status', 'in', ['PENDING_APPROVAL', 'ACTIVE'])
    .orderBy('nft_id')
    .execute()
  const ownerOf = new Map(owned.map(({ id, ownedBy }) => [id, ownedBy]))
  for (const { nft_id, seller_id } of open)
    if (seller_id !== ownerOf.get(nft_id)) await ctx.outcomes.onOwnerChanged(ctx, tx, { nftId: nft_id })
}
