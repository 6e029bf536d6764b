import { assertOperatorFunded } from '../../custody/chains/operator-funds.ts'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, forbidden, notFound } from '../../http/app-error.ts'
import { holdCredit } from '../../ledger/credit-holds.ts'
import { requireWallet } from '../../custody/wallets/require-wallet.ts'
import { areBytesBlocked, lockBytes } from '../../media/files/blocked-bytes.ts'
import { assertCreatingOpen } from './assert-creating-open.ts'
import { enqueueMint } from './create-nft.ts'

/** Tries a FAILED mint again, by its creator: the 0.20 USD that came back are held anew. */
export async function retryMint(ctx: Context, tx: Tx, input: { nftId: string; memberId: string }): Promise<void> {
  const { nftId, memberId } = input
  await assertCreatingOpen(ctx, tx)
  const hashes = await lockBytes(tx, nftId)
  const nft = await tx.selectFrom('nfts').selectAll().where('id', '=', nftId).forUpdate().executeTakeFirst()
  if (!nft) throw notFound('NFT not found')
  if (nft.created_by !== memberId) throw forbidden()
  if (nft.mint_status !== 'FAILED' || !isOffered(ctx, nft.chain) || nft.token_id === null)
    throw conflict('Only a failed mint can be tried again')
  if (nft.taken_down_at !== null) throw conflict('This NFT was taken down')
  if (await areBytesBlocked(tx, hashes)) throw conflict('The bytes of this work are blocked')
  await assertOperatorFunded(tx, nft.chain)
  await requireWallet(tx, memberId, nft.chain)
  await holdCredit(ctx, tx, { userId: memberId, purpose: 'MINT', causeId: nftId })
  await tx
    .updateTable('nfts')
    .set({ mint_status: 'PENDING', mint_error: null, updated_at: ctx.clock.now() })
    .where('id', '=', nftId)
    .execute()
  const { attempts } = await tx
    .selectFrom('chain_intents')
    .select((count) => count.fn.countAll<number>().as('attempts'))
    .where('nft_id', '=', nftId)
    .where('kind', '=', 'MINT')
    .executeTakeFirstOrThrow()
  const { chain, token_id: tokenId, royalty_bps: royaltyBps } = nft
  await enqueueMint(ctx, tx, { nftId, chain, memberId, tokenId, royaltyBps, attempt: attempts + 1 })
}
