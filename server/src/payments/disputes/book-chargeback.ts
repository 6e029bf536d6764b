import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { Dispute } from '../../gateways/payments/provider.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { getBalances } from '../../ledger/queries.ts'
import type { LedgerAccountKind } from '../../ledger/account-ref.ts'
import type { TransferKind } from '../../ledger/transfer-kinds.ts'
import { getCapturedCents } from '../records/capture-money.ts'
import { priceCentsOf } from '../records/network-fee.ts'
import type { PaymentRow } from '../records/payment-row.ts'

export type Taken = { takenCents: number; paidCents: number; lostCents: number }

/** The amount that banks have taken of a payment: all of it, unless the provider says less; and the part that is lost for good, where it says so. */
export async function readTaken(tx: Tx, payment: PaymentRow, disputes: readonly Dispute[] | undefined): Promise<Taken> {
  // One that was paid and refunded before anything was booked has no capture.
  const paidCents = (await getCapturedCents(tx, payment.id)) || payment.amount_cents
  const atMostPaid = (some: readonly Dispute[] = []) =>
    Math.min(
      some.reduce((sum, { cents }) => sum + cents, 0),
      paidCents,
    )
  const lostCents = atMostPaid(disputes?.filter(({ isLost }) => isLost))
  return { takenCents: atMostPaid(disputes) || paidCents, paidCents, lostCents }
}

/**
 * The bank has the money: the platform bears it until the dispute is decided. What was taken beyond the price, a network fee that was
 * paid with it, is taken from the buyer's credits, as far as they have any. What is booked of it already is not booked again, so that
 * of another dispute beside it the books take what has been taken since.
 * @returns false when all of it is booked
 */
export async function bookChargeback(
  ctx: Context,
  tx: Tx,
  { payment, takenCents }: { payment: PaymentRow; takenCents: number },
): Promise<boolean> {
  const { id, user_id: userId } = payment
  const booked = await listBooked(tx, paymentCause(id))
  const moreCents = takenCents - centsOn(booked, 'PROVIDER_CLEARING')
  if (moreCents <= 0) return false
  const { creditCents } = await getBalances(tx, userId)
  const fromCreditCents = Math.min(creditCents, moreCents, feeCentsOf(payment, takenCents) + centsOn(booked, 'CREDIT'))
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK',
    cause: await nextCause(tx, 'CHARGEBACK', paymentCause(id)),
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: fromCreditCents - moreCents },
      { account: { kind: 'CREDIT', userId }, amountCents: -fromCreditCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: moreCents },
    ],
  })
  return true
}

/** The amount taken beyond the price comes out of the network fee that was paid with it. */
const feeCentsOf = (payment: PaymentRow, takenCents: number): number =>
  Math.min(payment.network_fee_cents, Math.max(0, takenCents - priceCentsOf(payment)))

/** Of several disputes one was won, and the money of that one is back: the network fee is the buyer's again before the price is the platform's. */
export async function lowerChargeback(
  ctx: Context,
  tx: Tx,
  { payment, takenCents }: { payment: PaymentRow; takenCents: number },
): Promise<boolean> {
  const { id, user_id: userId } = payment
  const booked = await listBooked(tx, paymentCause(id))
  const wonCents = centsOn(booked, 'PROVIDER_CLEARING') - takenCents
  if (wonCents <= 0) return false
  const creditCents = Math.min(wonCents, Math.max(0, -centsOn(booked, 'CREDIT') - feeCentsOf(payment, takenCents)))
  const lossCents = Math.min(wonCents - creditCents, -centsOn(booked, 'PLATFORM_LOSSES'))
  if (creditCents + lossCents <= 0) return false
  await postTransfer(ctx, tx, {
    kind: 'CHARGEBACK_WON',
    cause: await nextCause(tx, 'CHARGEBACK_WON', { type: IN_PART, id }),
    entries: [
      { account: { kind: 'PLATFORM_LOSSES' }, amountCents: lossCents },
      { account: { kind: 'CREDIT', userId }, amountCents: creditCents },
      { account: { kind: 'PROVIDER_CLEARING' }, amountCents: -creditCents - lossCents },
    ],
  })
  return true
}

/** The money is back, or counts as the refund that was due: every entry of the chargeback that stands is reversed. */
export async function reverseChargeback(
  ctx: Context,
  tx: Tx,
  { id }: PaymentRow,
  kind: 'CHARGEBACK_WON' | 'CHARGEBACK_UNDONE',
): Promise<void> {
  const booked = await listBooked(tx, paymentCause(id))
  if (booked.length === 0) return
  await postTransfer(ctx, tx, {
    kind,
    cause: await nextCause(tx, kind, paymentCause(id)),
    entries: booked.map(({ kind: account, user_id, amount_cents }) => ({
      account: { kind: account, ...(user_id && { userId: user_id }) },
      amountCents: -amount_cents,
    })),
  })
}

/** The amount that the bank has taken and not given back, as booked. */
export const getBookedCents = async (tx: Tx, cause: Cause): Promise<number> =>
  centsOn(await listBooked(tx, cause), 'PROVIDER_CLEARING')

/** The part of that amount that was paid for the NFT. */
export const getLostPriceCents = async (tx: Tx, payment: PaymentRow): Promise<number> =>
  Math.min(priceCentsOf(payment), await getBookedCents(tx, paymentCause(payment.id)))

/** When all that was disputed of a payment was last entered as won. */
export async function findWonAt(tx: Tx, paymentId: string): Promise<Date | undefined> {
  const won = await tx
    .selectFrom('ledger_transfers')
    .select('created_at')
    .where('kind', '=', 'CHARGEBACK_WON')
    .where((eb) =>
      eb.or([
        eb.and([eb('cause_id', '=', paymentId), isOf('payment')]),
        eb('cause_id', '=', eb.selectFrom('refunds').select('id').where('payment_id', '=', paymentId)),
      ]),
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return won?.created_at
}

type Cause = { type: string; id: string }
/** The cause of money that came back by one of several disputes before the others were decided. */
const IN_PART = 'payment:part'
export const paymentCause = (id: string): Cause => ({ type: 'payment', id })

/** One payment may be disputed several times: the first cause is the payment, the next ones have a number. */
async function nextCause(tx: Tx, kind: TransferKind, { type, id }: Cause): Promise<Cause> {
  const { count } = await tx
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('cause_id', '=', id)
    .where(isOf(type))
    .executeTakeFirstOrThrow()
  return { type: count === 0 ? type : `${type}:${count + 1}`, id }
}

type Booked = { kind: LedgerAccountKind; user_id: string | null; amount_cents: number }

const centsOn = (booked: Booked[], account: LedgerAccountKind): number =>
  booked.find(({ kind }) => kind === account)?.amount_cents ?? 0

/** The balance of this cause's chargebacks on each account. */
const listBooked = (tx: Tx, cause: Cause): Promise<Booked[]> =>
  tx
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_entries', 'ledger_entries.transfer_id', 'ledger_transfers.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['ledger_accounts.kind', 'ledger_accounts.user_id'])
    .select((eb) => eb.cast<number>(eb.fn.sum('ledger_entries.amount_cents'), 'bigint').as('amount_cents'))
    .where('ledger_transfers.kind', 'in', ['CHARGEBACK', 'CHARGEBACK_WON', 'CHARGEBACK_UNDONE'])
    .where('ledger_transfers.cause_id', '=', cause.id)
    .where(isOf(`${cause.type}(:part)?`))
    .groupBy(['ledger_accounts.kind', 'ledger_accounts.user_id'])
    .having((eb) => eb.fn.sum('ledger_entries.amount_cents'), '<>', 0)
    .execute()

const isOf = (type: string) => sql<boolean>`ledger_transfers.cause_type ~ ${`^${type}(:[0-9]+)?$`}`
