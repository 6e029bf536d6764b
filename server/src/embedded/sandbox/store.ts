import { readFile } from 'node:fs/promises'
import type { ProviderState } from '@verso/protocol/money/payment-status'
import { type ColumnType, Kysely, PostgresDialect, type Selectable, type Transaction } from 'kysely'
import { LOCK_KEYS } from '../../db/direct/lock-keys.ts'
import { openPool } from '../../db/open-pool.ts'
import type { Logger } from '../../logger.ts'

interface PaymentsTable {
  payment_id: string
  order_id: string
  amount_cents: number
  currency: string
  purpose: string
  commodity: string
  receiver: string
  state: ProviderState
  paid_amount_cents: number | null
  paid_receiver: string | null
  fee_cents: number
  tx_id: string | null
  card_last4: string | null
  decline_code: string | null
  next_state: ProviderState | null
  next_state_at: Date | null
  refund_outcome: 'done' | 'failed'
  metadata: ColumnType<Record<string, string>, string, string>
  expires_at: Date
  created_at: Date
  updated_at: Date
}
interface RefundsTable {
  refund_id: string
  refund_ref: string
  payment_id: string
  amount_cents: number
  state: 'done' | 'pending' | 'failed'
  created_at: Date
}
interface DeliveriesTable {
  id: string
  payment_id: string
  type: string
  body: string
  attempts: number
  due_at: Date | null
  delivered_at: Date | null
  created_at: Date
}
export const SANDBOX_CONNECTIONS = 6

export type SandboxTables = {
  'sandbox.payments': PaymentsTable
  'sandbox.refunds': RefundsTable
  'sandbox.deliveries': DeliveriesTable
}
export type SandboxDb = Kysely<SandboxTables>
export type SandboxTx = Transaction<SandboxTables>
export type SandboxPayment = Selectable<PaymentsTable>
export type SandboxDelivery = Selectable<DeliveriesTable>

/** Opens the sandbox's own schema, and makes it at the first start. */
export async function openSandboxStore(url: string, log: Logger): Promise<SandboxDb> {
  const pool = openPool(url, log, { max: SANDBOX_CONNECTIONS })
  const db = new Kysely<SandboxTables>({ dialect: new PostgresDialect({ pool }) })
  const schema = await readFile(new URL('./sandbox.sql', import.meta.url), 'utf8')
  try {
    // The lock ends with the statement: as one string they are one transaction.
    await pool.query(`select pg_advisory_xact_lock(${LOCK_KEYS.sandbox});\n${schema}`)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
