import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'

/** Enough for any id; a member may have more. */
export const SEARCH_SHOWN = 200
const PROVIDERS = sql`('sandbox', 'stripe', 'wert')`

/** Ids of the payments related to `text`, newest first: one more than are shown where there are more. Each part reads one index. */
export async function searchPayments(db: Db, text: string): Promise<string[]> {
  const isId = z.uuid().safeParse(text).success
  const parts = [...byText(text), ...(isId ? byId(text) : [])].map((part) => sql`(${part})`)
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union `)}) found where id is not null order by id desc limit ${SEARCH_SHOWN + 1}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** By outside ids (the provider's payment, refund and event, the chain's transaction) or by member. */
const byText = (text: string): RawBuilder<unknown>[] => [
  sql`select id from payments where provider in ${PROVIDERS} and provider_ref = ${text}`,
  sql`select payment_id as id from refunds where provider_ref = ${text}`,
  sql`select payment_id as id from payment_events where provider in ${PROVIDERS} and event_id = ${text}`,
  sql`select i.payment_id as id from chain_transactions t
    join chain_transaction_intents ti on ti.transaction_id = t.id join chain_intents i on i.id = ti.intent_id
    where t.hash in (${text}, ${text.toLowerCase()})`,
  // An index has the addresses of members, another those of who has left.
  ...[sql`u.status <> 'DELETED'`, sql`u.status = 'DELETED'`].map(
    (isThere) => sql`select p.id from users u join payments p on p.user_id = u.id
      where u.email = ${text.toLowerCase()} and ${isThere} order by p.id desc limit ${SEARCH_SHOWN + 1}`,
  ),
]

/** Our own ids. A payout pays what its member earned: it leads to those sales. */
const byId = (id: string): RawBuilder<unknown>[] => [
  sql`select id from payments where id = ${id}`,
  sql`select id from payments where listing_id = ${id}`,
  sql`select id from payments where nft_id = ${id} order by id desc limit ${SEARCH_SHOWN + 1}`,
  sql`select id from payments where user_id = ${id} order by id desc limit ${SEARCH_SHOWN + 1}`,
  sql`select payment_id as id from refunds where id = ${id}`,
  sql`select payment_id as id from chain_intents where id = ${id}`,
  sql`select p.id from payouts o
    join earnings_holds h on h.user_id = o.user_id and h.created_at <= o.created_at
    join payments p on p.listing_id = h.listing_id and p.captured_at is not null and p.status in ('SUCCESS', 'DISPUTED')
    where o.id = ${id} order by p.id desc limit ${SEARCH_SHOWN + 1}`,
]
