import { askForAddress } from '../keys/ask-custody.ts'
import { after } from '../../clock.ts'
import { SignerAway } from '../keys/signer/signer-away.ts'
import type { Context, Sweep } from '../../context.ts'
import { eachRow } from '../../jobs/each-row.ts'

const SWEEP_LIMIT = 100
const RETRY_MS = 30_000

/** Wallets whose job was lost. A row that fails comes again later; a signer that is away is asked once a round. */
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
    let isSignerAway = false
    await eachRow(due, async ({ id }) => {
      if (isSignerAway) return
      await createWalletAddress(ctx, id).catch(async (error: Error) => {
        isSignerAway = error instanceof SignerAway
        if (!isSignerAway) await defer(ctx, id)
        throw error
      })
    })
  },
}

async function defer(ctx: Context, walletId: string): Promise<void> {
  const due_at = after(ctx.clock.now(), RETRY_MS)
  const pending = ctx.db.updateTable('wallets').set({ due_at }).where('id', '=', walletId)
  await pending.where('public_address', 'is', null).execute()
}

/** Gives a wallet its address. Running twice derives the same one. */
export async function createWalletAddress(ctx: Context, walletId: string): Promise<void> {
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
