import type { Chain } from '@verso/protocol/chains'
import { chainsOf, connectionOf } from '../../gateways/chain/chain-access.ts'
import { sql } from 'kysely'
import type { Context, Sweep } from '../../context.ts'
import { type Db, inTransaction, type Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { nft, user } from '../../events/subjects.ts'
import { conflict } from '../../http/app-error.ts'
import { lockAnyMember } from '../../identity/throttling/lock-member.ts'
import { eachRow } from '../../jobs/each-row.ts'
import type { AccountRef } from '../../ledger/account-ref.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { type Balances, getBalances } from '../../ledger/queries.ts'
import { type PaymentRow, updatePayment } from '../records/payment-row.ts'
import { movePayout } from './move-payout.ts'

const BATCH = 200

/**
 * Held earnings become balance when the hold days have passed and the block of the sale is final; an embedded chain is
 * final at once (docs/rules.md R88).
 */
export const releaseEarningsSweep: Sweep = {
  name: 'release-earnings',
  everyMs: 5_000,
  run: async (ctx) =>
    eachRow(await listDue(ctx), async ({ id }) => {
      await inTransaction(ctx.db, (tx) => release(ctx, tx, id))
      ctx.failpoints.reach('release-earnings.after-row')
    }),
}

function listDue(ctx: Context): Promise<{ id: string }[]> {
  const own = chainsOf(ctx).filter((chain) => connectionOf(ctx, chain).isEmbedded)
  return ctx.db
    .selectFrom('earnings_holds')
    .innerJoin('listings', 'listings.id', 'earnings_holds.listing_id')
    .innerJoin('nfts', 'nfts.id', 'listings.nft_id')
    .innerJoin('chains', 'chains.chain', 'nfts.chain')
    .select('earnings_holds.id')
    .where('earnings_holds.status', '=', 'HELD')
    .where('earnings_holds.release_at', '<=', ctx.clock.now())
    .where((eb) =>
      eb.or([
        eb('nfts.chain', '=', sql<Chain>`any(${own}::text[])`),
        eb('earnings_holds.block_number', '<=', eb.ref('chains.finalized_block')),
      ]),
    )
    .where(isNotFrozen)
    .orderBy('earnings_holds.release_at')
    .limit(BATCH)
    .execute()
}

/** A chargeback of an NFT that the member has sold on freezes all their earnings. */
const isNotFrozen = sql<boolean>`not exists (
  select from payments where payments.user_id = earnings_holds.user_id and payments.freezes_earnings)`

async function release(ctx: Context, tx: Tx, id: string): Promise<void> {
  const hold = await tx
    .updateTable('earnings_holds')
    .set({ status: 'RELEASED', updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'HELD')
    .where(isNotFrozen)
    .returning(['user_id', 'amount_cents', 'listing_id'])
    .executeTakeFirst()
  if (!hold) return
  const { user_id: userId, amount_cents: amountCents } = hold
  await postTransfer(ctx, tx, {
    kind: 'EARNINGS_RELEASED',
    cause: { type: 'earnings_hold', id },
    entries: [
      { account: { kind: 'EARNINGS_HELD', userId }, amountCents: -amountCents },
      { account: { kind: 'EARNINGS', userId }, amountCents },
    ],
  })
  await recordReleased(ctx, tx, hold)
}

async function recordReleased(
  ctx: Context,
  tx: Tx,
  { user_id, amount_cents, listing_id }: { user_id: string; amount_cents: number; listing_id: string },
): Promise<void> {
  const { nft_id } = await tx
    .selectFrom('listings')
    .select('nft_id')
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  await recordEvent(ctx, tx, {
    type: 'earnings.released',
    subjects: [user(user_id), nft(nft_id)],
    data: { user_id, listing_id, nft_id, amount_cents },
  })
}

type Entry = { account: AccountRef; amountCents: number }

/**
 * Freezes the earnings of a buyer who disputes an NFT they have sold on or withdrawn: until the chargeback is decided nothing is paid
 * out, and no held earnings are released. The member's row is locked, so a payout request comes before this, and cannot be
 * approved, or finds the freeze.
 */
export async function freezeEarnings(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  await lockAnyMember(tx, payment.user_id)
  const approved = await findApproved(tx, payment.user_id)
  const notes = [
    payment.review_reason,
    'The disputing buyer has sold on or taken out the work: what they have earned is frozen.',
    approved && 'They have an approved payout: do not send it, reject it.',
  ]
  await updatePayment(ctx, tx, payment.id, {
    freezes_earnings: true,
    review_reason: payment.review_reason && notes.filter(Boolean).join(' '),
  })
}

export const areEarningsFrozen = async (db: Db | Tx, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('user_id', '=', userId)
    .where('freezes_earnings', '=', true)
    .executeTakeFirst()) !== undefined

/** A member's earnings; frozen ones count as held. */
export async function getMemberBalances(db: Db | Tx, userId: string): Promise<Balances> {
  const balances = await getBalances(db, userId)
  if (balances.earningsCents === 0 || !(await areEarningsFrozen(db, userId))) return balances
  return { ...balances, earningsCents: 0, earningsHeldCents: balances.earningsHeldCents + balances.earningsCents }
}

/**
 * Pays for a lost chargeback with the buyer's frozen earnings, the proceeds of this NFT first. A waiting payout is rejected
 * when its amount is needed.
 * @returns how much of the loss they have paid
 * @throws AppError conflict while an approved payout has what is missing: it may be at the bank, which only the operator knows
 */
export async function takeFrozenEarnings(
  ctx: Context,
  tx: Tx,
  { payment, lossCents }: { payment: PaymentRow; lossCents: number },
): Promise<number> {
  const userId = payment.user_id
  await lockAnyMember(tx, userId)
  const heldCents = await takeHolds(ctx, tx, { payment, lossCents })
  const leftCents = lossCents - heldCents
  if (leftCents > (await getBalances(tx, userId)).earningsCents) await rejectPayout(ctx, tx, userId)
  const balanceCents = Math.min(leftCents, (await getBalances(tx, userId)).earningsCents)
  const takenCents = heldCents + balanceCents
  if (takenCents < lossCents && (await findApproved(tx, userId)))
    throw conflict('The buyer’s approved payout has to pay for this. Reject it, or mark it as paid if it was sent.')
  if (takenCents === 0) return 0
  const entries: Entry[] = [
    { account: { kind: 'EARNINGS_HELD', userId }, amountCents: -heldCents },
    { account: { kind: 'EARNINGS', userId }, amountCents: -balanceCents },
    { account: { kind: 'PLATFORM_LOSSES' }, amountCents: takenCents },
  ]
  await postTransfer(ctx, tx, { kind: 'CHARGEBACK_LOST', cause: { type: 'payment', id: payment.id }, entries })
  return takenCents
}

/** Takes held earnings of the member, up to the loss; the rest of a partly taken hold stays held. */
async function takeHolds(
  ctx: Context,
  tx: Tx,
  { payment, lossCents }: { payment: PaymentRow; lossCents: number },
): Promise<number> {
  const { user_id, nft_id } = payment
  const holds = await tx
    .selectFrom('earnings_holds')
    .innerJoin('listings', 'listings.id', 'earnings_holds.listing_id')
    .select(['earnings_holds.id', 'earnings_holds.amount_cents'])
    .where('earnings_holds.user_id', '=', user_id)
    .where('earnings_holds.status', '=', 'HELD')
    .orderBy((eb) => eb.case().when('listings.nft_id', '=', nft_id).then(0).else(1).end())
    .orderBy('earnings_holds.release_at')
    .forUpdate('earnings_holds')
    .execute()
  let takenCents = 0
  for (const hold of holds) {
    const cents = Math.min(hold.amount_cents, lossCents - takenCents)
    if (cents > 0) await takeFromHold(ctx, tx, hold, cents)
    takenCents += cents
  }
  return takenCents
}

/** Lowers a hold by the amount taken. */
export async function takeFromHold(
  ctx: Context,
  tx: Tx,
  hold: { id: string; amount_cents: number },
  cents: number,
): Promise<void> {
  const isWhole = cents === hold.amount_cents
  await tx
    .updateTable('earnings_holds')
    .set({
      ...(isWhole
        ? { status: 'REVERSED' as const }
        : { status: 'HELD' as const, amount_cents: hold.amount_cents - cents }),
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', hold.id)
    .execute()
}

const findApproved = (tx: Tx, userId: string) =>
  tx
    .selectFrom('payouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst()

async function rejectPayout(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const payout = await tx
    .selectFrom('payouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'REQUESTED')
    .forUpdate()
    .executeTakeFirst()
  if (payout) await movePayout(ctx, tx, { payout, to: 'REJECTED', reason: 'Your bank took a payment of yours back.' })
}

/** The sale has failed after all: gives the buyer back what they paid for the lost chargeback. */
export async function returnTakenEarnings(ctx: Context, tx: Tx, payment: PaymentRow): Promise<void> {
  const { cents } = await tx
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_entries', 'ledger_entries.transfer_id', 'ledger_transfers.id')
    .select((eb) => eb.fn.sum<number | null>('ledger_entries.amount_cents').as('cents'))
    .where('ledger_transfers.kind', '=', 'CHARGEBACK_LOST')
    .where('ledger_transfers.cause_type', '=', 'payment')
    .where('ledger_transfers.cause_id', '=', payment.id)
    .where('ledger_entries.amount_cents', '>', 0)
    .executeTakeFirstOrThrow()
  const amountCents = Number(cents ?? 0)
  if (amountCents === 0) return
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_UNDONE',
    cause: { type: 'payment:buyer', id: payment.id },
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: -amountCents },
      { account: { kind: 'EARNINGS', userId: payment.user_id }, amountCents },
    ],
  })
}
