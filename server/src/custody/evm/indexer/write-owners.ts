import type { Tx } from '../../../db/client.ts'
import { recordEvent } from '../../../events/record-event.ts'
import { nft as nftSubject, user } from '../../../events/subjects.ts'
import type { CustodyContext } from '../../outcomes.ts'
import type { ChainConnection } from '../../../gateways/chain/chain-access.ts'

/**
 * The owner of each of these tokens, as the last transfer that is in a block says. Nothing else writes it. A token that has
 * left its seller ends its open listing.
 */
export async function writeOwners(
  ctx: CustodyContext,
  tx: Tx,
  { chain }: ChainConnection,
  tokenIds: string[],
): Promise<void> {
  if (tokenIds.length === 0) return
  const nfts = await tx
    .selectFrom('nfts')
    .select(['id', 'token_id', 'created_by', 'owned_by'])
    .where('chain', '=', chain)
    .where('token_id', 'in', tokenIds)
    .orderBy('id')
    .execute()
  const owners = await readOwners(tx, chain, tokenIds)
  for (const nft of nfts) {
    const owner = owners.get(nft.token_id ?? '')
    const ownedBy = owner ? owner.user_id : nft.created_by
    await tx
      .updateTable('nfts')
      .set({
        owner_address: owner?.to_address ?? null,
        owned_by: ownedBy,
        custody: ownedBy === null ? 'OUTSIDE' : 'HELD',
        updated_at: ctx.clock.now(),
      })
      .where('id', '=', nft.id)
      .execute()
    if (nft.owned_by !== null && ownedBy === null) await recordWithdrawn(ctx, tx, nft.id, nft.owned_by)
    await closeListingOfAnother(ctx, tx, { nftId: nft.id, ownedBy })
  }
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
    .where('chain_transfers.token_id', 'in', tokenIds)
    .orderBy('chain_transfers.token_id')
    .orderBy('chain_transfers.block_number', 'desc')
    .orderBy('chain_transfers.log_index', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.token_id, row]))
}

async function closeListingOfAnother(
  ctx: CustodyContext,
  tx: Tx,
  { nftId, ownedBy }: { nftId: string; ownedBy: string | null },
): Promise<void> {
  const foreign = await tx
    .selectFrom('listings')
    .select('id')
    .where('nft_id', '=', nftId)
    .where('status', 'in', ['PENDING_APPROVAL', 'ACTIVE'])
    .where((eb) => (ownedBy === null ? eb.lit(true) : eb('seller_id', '<>', ownedBy)))
    .executeTakeFirst()
  if (foreign) await ctx.outcomes.onOwnerChanged(ctx, tx, { nftId })
}
