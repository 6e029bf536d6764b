import type { PaymentKind } from '@verso/protocol/money/payment-status'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'

type NewPayment = {
  userId: string
  kind: PaymentKind
  amountCents: number
  /** The part of the amount that is the network fee. */
  networkFeeCents?: number
  nftId?: string
  listingId?: string
  holdMs: number
}

/** A payment that waits for its money; the provider hears of it when its page is opened. */
export async function insertPayment(ctx: Context, tx: Tx, input: NewPayment): Promise<string> {
  const now = ctx.clock.now()
  const id = ctx.random.id()
  const expiresAt = after(now, input.holdMs)
  await tx
    .insertInto('payments')
    .values({
      id,
      user_id: input.userId,
      kind: input.kind,
      status: 'CREATED',
      amount_cents: input.amountCents,
      network_fee_cents: input.networkFeeCents ?? 0,
      nft_id: input.nftId ?? null,
      listing_id: input.listingId ?? null,
      provider: ctx.payments.name,
      commodity: ctx.payments.commodity,
      receiver: ctx.payments.receiver,
      expires_at: expiresAt,
      due_at: expiresAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}
