import type { Context } from '../src/context.ts'
import { inTransaction } from '../src/db/client.ts'
import { postTransfer } from '../src/ledger/post-transfer.ts'

/** Credits out of the platform's own pocket. */
export async function giveCredits(
  t: { ctx: Context },
  options: { userId: string; amountCents?: number },
): Promise<void> {
  await give(t.ctx, { amountCents: 1_000, ...options, kind: 'CREDIT' })
}

/** Earnings as if something had been sold long ago. */
export async function giveEarnings(
  t: { ctx: Context },
  options: { userId: string; amountCents?: number },
): Promise<void> {
  await give(t.ctx, { amountCents: 10_000, ...options, kind: 'EARNINGS' })
}

const give = (
  ctx: Context,
  { userId, amountCents, kind }: { userId: string; amountCents: number; kind: 'CREDIT' | 'EARNINGS' },
) =>
  inTransaction(ctx.db, (tx) =>
    postTransfer(ctx, tx, {
      kind: 'CREDIT_GRANTED',
      cause: { type: 'test', id: ctx.random.id() },
      entries: [
        { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -amountCents },
        { account: { kind, userId }, amountCents },
      ],
    }),
  )
