import { WALLET_RETRY_MS } from '@verso/protocol/limits'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError, conflict, notFound } from '../../http/app-error.ts'
import { createWalletAddressJob } from './jobs.ts'
import type { WalletRow } from './require-wallet.ts'

/** Asks once more for the address of one's own wallet, from 5 minutes minus 1 second after its creation (docs/rules.md R93). */
export async function retryWalletAddress(
  ctx: Context,
  tx: Tx,
  { userId, walletId }: { userId: string; walletId: string },
): Promise<WalletRow> {
  const wallet = await tx
    .selectFrom('wallets')
    .selectAll()
    .where('id', '=', walletId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!wallet) throw notFound()
  if (wallet.public_address !== null) throw conflict('This wallet has its address already')
  const now = ctx.clock.now()
  const retryAfterMs = after(wallet.created_at, WALLET_RETRY_MS).getTime() - now.getTime()
  if (retryAfterMs > 0) {
    throw new AppError('too_many_requests', {
      userMessage: 'The wallet address is being generated. Please try again later.',
      retryAfterMs,
    })
  }
  await tx.updateTable('wallets').set({ requested_at: now, due_at: now }).where('id', '=', walletId).execute()
  await ctx.jobs.enqueue(tx, createWalletAddressJob, { walletId })
  return { ...wallet, requested_at: now, due_at: now }
}
