import type { Chain } from '@verso/protocol/chains'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'

/** Of the platform's two signers, in the chain's own coin, as text for operators. */
export type SignerAmounts = { minter: string; settler: string }

/**
 * The outcomes that custody announces, each in the transaction of its cause, and its one question. `outcomes.ts` of the composition binds them; custody imports
 * nothing above it.
 */
export type Outcomes = {
  /** The token exists in a block. */
  onMinted(ctx: Context, tx: Tx, mint: { nftId: string; txHash: string }): Promise<unknown>
  /** The mint can never happen. */
  onMintFailed(ctx: Context, tx: Tx, mint: { nftId: string; reason: string }): Promise<unknown>
  /** A reorganisation removed the mint; it is sent again. */
  onMintUndone(ctx: Context, tx: Tx, mint: { nftId: string }): Promise<unknown>
  /** The sold token has reached its buyer. */
  onSaleTransferred(
    ctx: Context,
    tx: Tx,
    sale: { listingId: string; blockNumber: number; minedAt: Date },
  ): Promise<unknown>
  /** A reorganisation removed the transfer of a sale; it is sent again. */
  onSaleUndone(ctx: Context, tx: Tx, sale: { listingId: string }): Promise<unknown>
  /** The transfer of a sale can never happen. */
  onSaleImpossible(ctx: Context, tx: Tx, sale: { listingId: string; reason: string }): Promise<unknown>
  /** A token belongs to another than the seller of its open listing. */
  onOwnerChanged(ctx: Context, tx: Tx, token: { nftId: string }): Promise<unknown>
  /** A signer of the platform cannot pay for anything new; said once each time it happens. */
  onFundsLow(
    ctx: Context,
    tx: Tx,
    funds: { chain: Chain; balances: SignerAmounts; needed: SignerAmounts },
  ): Promise<unknown>
  /** Asked: whether a backup was restored, and what the chains have done since is still looked for. */
  isCatchingUp(db: Db): Promise<boolean>
}

/** The context of the sender and the indexer: both announce outcomes. */
export type CustodyContext = Context & { outcomes: Outcomes }
