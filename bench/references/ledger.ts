import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The same rows as one transfer of ours writes, with everything known beforehand: one prepared statement in one transaction. */
const TRANSFER = `
  with moved as (
    update ledger_accounts a set balance_cents = a.balance_cents + w.cents
    from (select id, cents from unnest($2::uuid[], $3::bigint[]) as w(id, cents)
      join ledger_accounts l using (id) order by id for update of l) w
    where a.id = w.id
    returning a.id, w.cents, a.balance_cents
  ), transfer as (
    insert into ledger_transfers (id, kind, cause_type, cause_id, created_at) values ($1, 'CREDIT_GRANTED', 'bench', $4, $5)
    returning id, created_at
  )
  insert into ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
  select transfer.id, moved.id, moved.cents, moved.balance_cents, transfer.created_at from moved cross join transfer`

export type BareLedger = { transfer(fromAccount: string, toAccount: string): Promise<void>; close(): Promise<void> }

/** Transfers by bare `pg`, as a program would write them that needed nothing else. */
export function openBareLedger(url: string, connections: number): BareLedger {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  // PostgreSQL may stop before the last connection has closed.
  pool.on('error', () => undefined)
  return {
    transfer: async (from, to) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const values = [randomUUID(), [from, to], [-1, 1], randomUUID(), new Date()]
        await client.query({ name: 'transfer', text: TRANSFER, values })
        await client.query('commit')
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}
