import { centsToUsd, formatCents } from '@verso/protocol/money'
import type { DeletionState } from '@verso/protocol/users'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/client.ts'
import { freezesNft, isUndecided } from './disputes.ts'

/** Still looked up for hours (payments/records/poll-schedule.ts): money may come late. */
export const ENDED_UNPAID = ['CANCELED', 'EXPIRED'] as const

type Remaining = DeletionState['remaining'][number]

/** The things of value that an account still has: it cannot be deleted with them. */
export async function findRemaining(db: Db | Tx, userId: string): Promise<DeletionState> {
  const nfts = await db
    .selectFrom('nfts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owned_by', '=', userId)
    // It has no token, and cannot be given away.
    .where('mint_status', '<>', 'FAILED')
    .where(sql<boolean>`not (${IS_LOST})`)
    .executeTakeFirstOrThrow()
  const payouts = await db
    .selectFrom('payouts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('status', 'in', ['REQUESTED', 'APPROVED'])
    .executeTakeFirstOrThrow()
  const balances = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_cents'])
    .where('user_id', '=', userId)
    .where('balance_cents', '<>', 0)
    .execute()
  const sumCents = (...kinds: string[]) =>
    balances.filter((row) => kinds.includes(row.kind)).reduce((cents, row) => cents + row.balance_cents, 0)
  const counted = (kind: Remaining['kind'], count: number): Remaining => ({ kind, count, amount: null })
  const money = (kind: Remaining['kind'], cents: number): Remaining => ({
    kind,
    count: cents === 0 ? 0 : 1,
    amount: centsToUsd(cents),
  })
  const all = [
    counted('nfts', nfts.count + (await countComing(db, userId))),
    counted('orders', await countOpenOrders(db, userId)),
    counted('payouts', payouts.count),
    money('credits', sumCents('CREDIT', 'CREDIT_HELD')),
    money('earnings', sumCents('EARNINGS', 'EARNINGS_HELD')),
  ]
  return {
    remaining: all.filter(({ count }) => count > 0),
    credits_to_give_up: centsToUsd(sumCents('CREDIT')),
    credits_to_pay_back: centsToUsd(Math.min(sumCents('CREDIT'), await sumTopupCents(db, userId))),
  }
}

/** NFTs that are being sent to a wallet of the member. */
async function countComing(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('chain_intents as sent')
    .innerJoin('wallets', 'wallets.chain', 'sent.chain')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('wallets.user_id', '=', userId)
    .where('sent.kind', '=', 'WITHDRAW')
    .where('sent.status', 'in', ['WAITING', 'SENT'])
    .where(sql<boolean>`sent.payload->>'to' = wallets.public_address`)
    .executeTakeFirstOrThrow()
  return count
}

/** The bank has given its owner the price back, so that the NFT stays frozen unless an admin shows it again. */
const IS_LOST = sql<boolean>`taken_down_at is not null and exists (
  select from payments p where ${freezesNft} and p.review_reason is null)`

/** Of the top-ups that can go back: none while a bank disputes a payment of the member. */
async function sumTopupCents(db: Db | Tx, userId: string): Promise<number> {
  const payments = await db
    .selectFrom('payments')
    .select(['kind', 'status', 'amount_cents', 'freezes_earnings'])
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'TOPUP'), eb('status', '=', 'SUCCESS')]),
        isUndecided(eb),
        eb('freezes_earnings', '=', true),
      ]),
    )
    .execute()
  if (payments.some(({ status, freezes_earnings }) => status === 'DISPUTED' || freezes_earnings)) return 0
  return payments.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
}

const NOUNS = { nfts: ['NFT', 'NFTs'], orders: ['open order', 'open orders'], payouts: ['open payout', 'open payouts'] }
const MONEY = { credits: 'transaction credits', earnings: 'earnings' }

/** "2 NFTs", "12.50 USD of earnings" */
export function remainingInWords({ kind, count, amount }: Remaining): string {
  if (kind === 'credits' || kind === 'earnings')
    return `${formatCents(Math.round((amount ?? 0) * 100))} USD of ${MONEY[kind]}`
  return `${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`
}

/** Payments that are not at their end, and sales on their way. What ended unpaid is only watched for late money, which goes back. */
async function countOpenOrders(db: Db | Tx, userId: string): Promise<number> {
  const payments = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb.and([eb('due_at', 'is not', null), eb('status', 'not in', ENDED_UNPAID)]),
        eb('status', 'in', ['CREATED', 'PENDING', 'REQUIRES_ACTION', 'FAILOVER', 'NEEDS_REVIEW', 'REFUND_DUE']),
        isUndecided(eb),
      ]),
    )
    .executeTakeFirstOrThrow()
  const sales = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('seller_id', '=', userId), eb('buyer_id', '=', userId)]))
    .where('status', 'in', ['PAYMENT_PROCESSING', 'PAID'])
    .executeTakeFirstOrThrow()
  return payments.count + sales.count
}
