import type { Chain } from '@verso/protocol/chains'
import { deriveAddress } from '../src/custody/keys/member-key.ts'
import type { Context } from '../src/context.ts'
import type { WalletRow } from '../src/custody/wallets/require-wallet.ts'

/** A member's wallet with its address, as the worker would have made it. */
export async function buildWallet(
  t: { ctx: Context },
  options: { userId: string; chain?: Chain; isPending?: boolean },
): Promise<WalletRow & { public_address: string }> {
  const { ctx } = t
  const now = ctx.clock.now()
  const wallet = await ctx.db
    .insertInto('wallets')
    .values({
      id: ctx.random.id(),
      user_id: options.userId,
      chain: options.chain ?? 'POLYGON',
      requested_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (options.isPending) return wallet as WalletRow & { public_address: string }
  const public_address = await deriveAddress(ctx, ctx.db, wallet)
  await ctx.db.updateTable('wallets').set({ public_address }).where('id', '=', wallet.id).execute()
  return { ...wallet, public_address }
}
