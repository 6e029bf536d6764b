import { type Chain, chainName } from '@verso/protocol/chains'
import { isOffered } from '../../gateways/chain/chain-access.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { conflict, invalidField } from '../../http/app-error.ts'
import { createWalletAddressJob } from './jobs.ts'
import type { WalletRow } from './require-wallet.ts'

type NewWallet = { userId: string; chain: Chain }

/** A wallet without an address; a worker makes that. One per member and chain, which the database guarantees. */
export async function createWallet(ctx: Context, tx: Tx, { userId, chain }: NewWallet): Promise<WalletRow> {
  if (!isOffered(ctx, chain)) throw invalidField('chain', `${chainName(chain)} is not available yet`)
  const wallet = await insertWallet(ctx, tx, { userId, chain })
  if (!wallet) throw conflict(`You already have a wallet on ${chainName(chain)}`)
  return wallet
}

/** @returns undefined when the member has one already */
export async function insertWallet(ctx: Context, tx: Tx, { userId, chain }: NewWallet): Promise<WalletRow | undefined> {
  const now = ctx.clock.now()
  const wallet = await tx
    .insertInto('wallets')
    .values({ id: ctx.random.id(), user_id: userId, chain, requested_at: now, due_at: now, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'chain']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (wallet) await ctx.jobs.enqueue(tx, createWalletAddressJob, { walletId: wallet.id })
  return wallet
}
