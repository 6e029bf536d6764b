import { NETWORK_FEE_CENTS } from '@verso/protocol/limits'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { AppError } from '../http/app-error.ts'
import { postTransfer } from './post-transfer.ts'

export type HoldPurpose = 'MINT' | 'PURCHASE'
/** The NFT that is minted, or the payment that buys. */
export type HoldCause = { purpose: HoldPurpose; causeId: string }

/** The title of the blocking modal (docs/rules.md R66). */
const INSUFFICIENT_CREDITS = 'Insufficient Transaction Credits'
const insufficientCredits = () => new AppError('credits_short', { userMessage: INSUFFICIENT_CREDITS })

/** @throws AppError credits_short "Insufficient Transaction Credits" when the member's credit is below the fee */
export async function assertCreditFor(tx: Tx, userId: string): Promise<void> {
  const row = await findCredit(tx, userId)
  if ((row?.balance_cents ?? 0) < NETWORK_FEE_CENTS) throw insufficientCredits()
}

const findCredit = (tx: Tx, userId: string) =>
  tx
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('kind', '=', 'CREDIT')
    .where('user_id', '=', userId)
    .executeTakeFirst()

/**
 * Sets 0.20 USD aside for network work; once per cause, however often it is called.
 * @throws AppError credits_short "Insufficient Transaction Credits"
 */
export async function holdCredit(ctx: Context, tx: Tx, input: HoldCause & { userId: string }): Promise<void> {
  const { userId, purpose, causeId } = input
  if (await findLiveHold(tx, input)) return
  await assertCreditFor(tx, userId)
  const id = await insertHold(ctx, tx, { userId, purpose, causeId, amountCents: NETWORK_FEE_CENTS })
  try {
    await postTransfer(ctx, tx, {
      kind: 'CREDIT_HELD',
      cause: { type: 'credit_hold', id },
      entries: [
        { account: { kind: 'CREDIT', userId }, amountCents: -NETWORK_FEE_CENTS },
        { account: { kind: 'CREDIT_HELD', userId }, amountCents: NETWORK_FEE_CENTS },
      ],
    })
  } catch (error) {
    // Two holds raced for the last credit.
    if (error instanceof AppError && error.code === 'conflict') throw insufficientCredits()
    throw error
  }
}

/** Confirmed on chain: charges the hold as the platform's network fee. */
export async function chargeCreditHold(ctx: Context, tx: Tx, cause: HoldCause): Promise<void> {
  const hold = await closeHold(ctx, tx, cause, 'CHARGED')
  if (!hold) return
  await postTransfer(ctx, tx, {
    kind: 'CREDIT_CHARGED',
    cause: { type: 'credit_hold', id: hold.id },
    entries: [
      { account: { kind: 'CREDIT_HELD', userId: hold.user_id }, amountCents: -hold.amount_cents },
      { account: { kind: 'NETWORK_FEES' }, amountCents: hold.amount_cents },
    ],
  })
}

/** Failed or cancelled: releases the hold. */
export async function releaseCreditHold(ctx: Context, tx: Tx, cause: HoldCause): Promise<void> {
  const hold = await closeHold(ctx, tx, cause, 'RELEASED')
  if (!hold) return
  await postTransfer(ctx, tx, {
    kind: 'CREDIT_RELEASED',
    cause: { type: 'credit_hold', id: hold.id },
    entries: [
      { account: { kind: 'CREDIT_HELD', userId: hold.user_id }, amountCents: -hold.amount_cents },
      { account: { kind: 'CREDIT', userId: hold.user_id }, amountCents: hold.amount_cents },
    ],
  })
}

/** Undone by a reorganisation: holds the charged fee once more, under a new hold. */
export async function reopenCreditHold(ctx: Context, tx: Tx, cause: HoldCause): Promise<void> {
  const charged = await tx
    .updateTable('credit_holds')
    .set({ status: 'RELEASED', updated_at: ctx.clock.now() })
    .where('purpose', '=', cause.purpose)
    .where('cause_id', '=', cause.causeId)
    .where('status', '=', 'CHARGED')
    .returning(['user_id', 'amount_cents'])
    .executeTakeFirst()
  if (!charged) return
  const { user_id: userId, amount_cents: amountCents } = charged
  const id = await insertHold(ctx, tx, { ...cause, userId, amountCents })
  await postTransfer(ctx, tx, {
    kind: 'CREDIT_REHELD',
    cause: { type: 'credit_hold', id },
    entries: [
      { account: { kind: 'NETWORK_FEES' }, amountCents: -amountCents },
      { account: { kind: 'CREDIT_HELD', userId }, amountCents },
    ],
  })
}

const findLiveHold = (tx: Tx, cause: HoldCause) =>
  tx
    .selectFrom('credit_holds')
    .select('id')
    .where('purpose', '=', cause.purpose)
    .where('cause_id', '=', cause.causeId)
    .where('status', '=', 'HELD')
    .executeTakeFirst()

const closeHold = (ctx: Context, tx: Tx, cause: HoldCause, status: 'CHARGED' | 'RELEASED') =>
  tx
    .updateTable('credit_holds')
    .set({ status, updated_at: ctx.clock.now() })
    .where('purpose', '=', cause.purpose)
    .where('cause_id', '=', cause.causeId)
    .where('status', '=', 'HELD')
    .returning(['id', 'user_id', 'amount_cents'])
    .executeTakeFirst()

async function insertHold(
  ctx: Context,
  tx: Tx,
  hold: HoldCause & { userId: string; amountCents: number },
): Promise<string> {
  const id = ctx.random.id()
  const now = ctx.clock.now()
  const { userId: user_id, amountCents: amount_cents, purpose, causeId: cause_id } = hold
  await tx
    .insertInto('credit_holds')
    .values({ id, user_id, amount_cents, purpose, cause_id, created_at: now, updated_at: now })
    .execute()
  return id
}
