import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { Transfer } from './transfer.ts'

const SHOWN = 20

/**
 * A token of the collection that no NFT here has: the books were restored from a backup before its mint, or another holder
 * has minted. Operators see it in the health of the chain until they have dealt with it.
 */
export async function reportUnknownToken(ctx: Context, tx: Tx, transfer: Transfer): Promise<void> {
  const { chain, token_id, to_address, transaction_hash, block_number } = transfer
  const seen = { to_address, transaction_hash, block_number }
  await tx
    .insertInto('chain_unknown_tokens')
    .values({ chain, token_id, ...seen, seen_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.columns(['chain', 'token_id']).doUpdateSet(seen))
    .execute()
  ctx.log.error({ chain, token: token_id, to: to_address }, 'a token of the collection is not known here')
}

/** One that has an NFT by now is known, and one that an operator has settled needs no attention. */
export const openUnknownTokens = (db: Db) =>
  db
    .selectFrom('chain_unknown_tokens as unknown')
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('nfts')
            .select('nfts.id')
            .whereRef('nfts.chain', '=', 'unknown.chain')
            .whereRef('nfts.token_id', '=', 'unknown.token_id'),
        ),
      ),
    )

/** The ids of the newest of a chain. */
export async function listUnknownTokens(db: Db, chain: Chain): Promise<string[]> {
  const newest = openUnknownTokens(db).select('token_id').where('chain', '=', chain).orderBy('seen_at', 'desc')
  const rows = await newest.limit(SHOWN).execute()
  return rows.map((row) => row.token_id)
}
