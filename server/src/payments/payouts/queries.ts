import { sql } from 'kysely'
import type { PayoutRow } from '../earnings/move-payout.ts'
import type { Db, Tx } from '../../db/client.ts'
import { countRows } from '../../db/count-rows.ts'
import { timeKey, timeOfKey } from '../../db/times.ts'
import { decodeTimeCursor, pageOf } from '../../http/page.ts'
import { lockAnyMember } from '../../identity/throttling/lock-member.ts'

type Page = { limit: number; cursor?: string | undefined }

/** A payout with the bank account it goes to. */
export type PayoutWithAccount = PayoutRow & {
  account_country: string | null
  account_currency: string | null
  account_last4: string | null
  account_details: Buffer | null
}

const selectPayouts = (db: Db | Tx) =>
  db
    .selectFrom('payouts')
    .leftJoin('fiat_accounts', 'fiat_accounts.id', 'payouts.fiat_account_id')
    .selectAll('payouts')
    .select([
      'fiat_accounts.country as account_country',
      'fiat_accounts.currency as account_currency',
      'fiat_accounts.last4 as account_last4',
      'fiat_accounts.details_encrypted as account_details',
    ])

export const getPayout = (db: Db | Tx, id: string): Promise<PayoutWithAccount> =>
  selectPayouts(db).where('payouts.id', '=', id).executeTakeFirstOrThrow()

/** After its member's row: what freezes their earnings at the same moment comes before, or finds the payout as it is then. */
export async function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  const payout = tx.selectFrom('payouts').selectAll().where('id', '=', id)
  const found = await payout.executeTakeFirst()
  if (!found) return undefined
  await lockAnyMember(tx, found.user_id)
  return payout.forUpdate().executeTakeFirst()
}

/** One's own payouts, newest first. */
export async function listOwnPayouts(db: Db | Tx, userId: string, { limit, cursor }: Page) {
  const after = decodeTimeCursor(cursor)
  let query = selectPayouts(db)
    .select(timeKey(sql`payouts.created_at`).as('place'))
    .where('payouts.user_id', '=', userId)
    .orderBy('payouts.created_at', 'desc')
    .orderBy('payouts.id', 'desc')
    .limit(limit + 1)
  if (after)
    query = query.where(sql<boolean>`(payouts.created_at, payouts.id) < (${timeOfKey(after.key)}, ${after.id}::uuid)`)
  const page = pageOf(await query.execute(), limit, ({ place, id }) => ({ key: place, id }))
  return { ...page, total: await countRows(db, db.selectFrom('payouts').where('user_id', '=', userId)) }
}

export type AdminPayoutRow = PayoutWithAccount & {
  email: string
  display_name: string | null
  first_name: string | null
}

/**
 * Payouts for the admin area: the open ones, longest waiting first, or all of them, newest first. The open ones in the order of their own
 * index: by their ids, all that were paid are passed over.
 */
export async function listAdminPayouts(db: Db | Tx, { isOpen, limit, cursor }: Page & { isOpen: boolean }) {
  const after = decodeTimeCursor(cursor)
  let query = selectPayouts(db)
    .innerJoin('users', 'users.id', 'payouts.user_id')
    .select(['users.email', 'users.display_name', 'users.first_name', timeKey(sql`payouts.created_at`).as('place')])
    .$if(isOpen, (open) => open.where(IS_OPEN).orderBy('payouts.created_at'))
    .orderBy('payouts.id', isOpen ? 'asc' : 'desc')
    .limit(limit + 1)
  if (after)
    query = query.where(
      isOpen
        ? sql<boolean>`(payouts.created_at, payouts.id) > (${timeOfKey(after.key)}, ${after.id}::uuid)`
        : sql<boolean>`payouts.id < ${after.id}::uuid`,
    )
  const rows: (AdminPayoutRow & { place: string })[] = await query.execute()
  const page = pageOf(rows, limit, ({ place, id }) => ({ key: place, id }))
  return {
    ...page,
    total: await countRows(
      db,
      db.selectFrom('payouts').$if(isOpen, (all) => all.where(IS_OPEN)),
    ),
  }
}

/** In the words of its index. */
const IS_OPEN = sql<boolean>`payouts.status in ('REQUESTED', 'APPROVED')`
