import { z } from 'zod'
import { askForAddress } from '../../chain/custody/ask-custody.ts'
import type { Context } from '../../context.ts'
import { defineTask, type Sweep } from '../../jobs/task.ts'

/** Gives a wallet its address. Running twice derives the same one. */
export const createWalletAddressTask = defineTask({
  name: 'create-wallet-address',
  payload: z.object({ walletId: z.uuid() }),
  run: (ctx, { walletId }) => createWalletAddress(ctx, walletId),
})

const SWEEP_LIMIT = 100

/** Wallets whose job was lost. */
export const createWalletAddressSweep: Sweep = {
  name: 'create-wallet-addresses',
  everyMs: 5_000,
  run: async (ctx) => {
    const due = await ctx.db
      .selectFrom('wallets')
      .select('id')
      .where('due_at', '<=', ctx.clock.now())
      .orderBy('due_at')
      .limit(SWEEP_LIMIT)
      .execute()
    for (const { id } of due) await createWalletAddress(ctx, id)
  },
}

async function createWalletAddress(ctx: Context, walletId: string): Promise<void> {
  const wallet = await ctx.db
    .selectFrom('wallets')
    .select('id')
    .where('id', '=', walletId)
    .where('public_address', 'is', null)
    .executeTakeFirst()
  if (!wallet) return
  const address = await askForAddress(ctx, wallet.id)
  if (!address) return
  ctx.failpoints.reach('create-wallet-address.before-commit')
  await ctx.db
    .updateTable('wallets')
    .set({ public_address: address, due_at: null })
    .where('id', '=', walletId)
    .where('public_address', 'is', null)
    .execute()
}
