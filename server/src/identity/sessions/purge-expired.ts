import { ABANDONED_HOLD_COUNTED_MS } from '@verso/protocol/limits'
import { type RawBuilder, sql } from 'kysely'
import { deleteOldLines } from '../../audit/delete-old-lines.ts'
import { after } from '../../clock.ts'
import { isDatabaseAway } from '../../db/client.ts'
import type { Context, Sweep } from '../../context.ts'
import { deleteInSteps, type Expired } from '../../jobs/delete-in-steps.ts'
import { KNOWN_NETWORK_MS } from '../throttling/known-networks.ts'

const DAY_MS = 24 * 3_600_000
/** An expired link can still be renewed by its token for this long; ended sessions are kept as long. */
const KEPT_MS = 30 * DAY_MS
/** As promised to clients: a request is repeated within a day, or it is another one. */
const IDEMPOTENCY_KEPT_MS = DAY_MS
/** The networks and devices of acts: long enough to look into an incident that was found late. */
const ORIGINS_KEPT_MS = 365 * DAY_MS
/** A page that lost its stream for longer loads anew. */
const LIVE_FRAMES_KEPT_MS = 15 * 60_000
/** After the last attempt: a receiver that missed one asks for it again within weeks. */
const WEBHOOK_DELIVERIES_KEPT_MS = 30 * DAY_MS
/** An address that is paused for longer is forgotten rather than paused. */
const WAITING_DELIVERIES_KEPT_MS = 90 * DAY_MS
/** Older rows are shown and asked for nowhere. */
const NOTIFICATIONS_KEPT_MS = 180 * DAY_MS

type KeptDays = Context['config']['keptDays']
type Retention = Pick<Expired, 'table' | 'key'> & {
  where(before: (keptMs: number) => Date, keptDays: KeptDays): RawBuilder<boolean>
}

/** docs/operations/retention.md. Ledger, payments, custody signatures and page versions are evidence: never here. */
export const RETENTIONS: readonly Retention[] = [
  {
    table: 'idempotency_keys',
    key: ['user_id', 'key'],
    where: (before) => sql`created_at < ${before(IDEMPOTENCY_KEPT_MS)}`,
  },
  { table: 'verification_codes', key: ['id'], where: (before) => sql`expires_at < ${before(KEPT_MS)}` },
  { table: 'used_links', key: ['code_hash'], where: (before) => sql`used_at < ${before(KEPT_MS)}` },
  { table: 'refresh_tokens', key: ['hash'], where: (before) => sql`used_at < ${before(KEPT_MS)}` },
  { table: 'sessions', key: ['id'], where: (before) => sql`expires_at < ${before(KEPT_MS)}` },
  { table: 'sessions', key: ['id'], where: (before) => sql`revoked_at < ${before(KEPT_MS)}` },
  {
    table: 'known_networks',
    key: ['user_id', 'network'],
    where: (before) => sql`last_seen_at < ${before(KNOWN_NETWORK_MS)}`,
  },
  { table: 'audit_origins', key: ['audit_id'], where: (before) => sql`created_at < ${before(ORIGINS_KEPT_MS)}` },
  { table: 'notifications', key: ['id'], where: (before) => sql`created_at < ${before(NOTIFICATIONS_KEPT_MS)}` },
  {
    table: 'webhook_deliveries',
    key: ['id'],
    where: (before) => sql`created_at < ${before(WEBHOOK_DELIVERIES_KEPT_MS)}
      and coalesce(attempted_at, created_at) < ${before(WEBHOOK_DELIVERIES_KEPT_MS)}
      and (status <> 'waiting' or created_at < ${before(WAITING_DELIVERIES_KEPT_MS)})`,
  },
  { table: 'live_frames', key: ['id'], where: (before) => sql`created_at < ${before(LIVE_FRAMES_KEPT_MS)}` },
  {
    table: 'reservation_phones',
    key: ['payment_id'],
    where: (before) => sql`created_at < ${before(ABANDONED_HOLD_COUNTED_MS)}`,
  },
  { table: 'passkey_challenges', key: ['session_id'], where: (before) => sql`expires_at < ${before(0)}` },
  { table: 'rate_limits', key: ['key'], where: (before) => sql`expire < ${before(0).getTime()}` },
  {
    table: 'messages',
    key: ['id', 'created_at'],
    where: (before, { messages }) => sql`status <> 'WAITING' and created_at < ${before(messages * DAY_MS)}`,
  },
  {
    table: 'payment_events',
    key: ['id', 'received_at'],
    // Kept as long as a person has to decide, or the payment can still change; a second success for good: its row says that it is known.
    where: (
      before,
      { paymentEvents },
    ) => sql`received_at < ${before(paymentEvents * DAY_MS)} and not needs_person and type <> 'paid.again' and not exists (
      select from payments where payments.id = payment_events.payment_id
        and payments.status not in ('SUCCESS', 'REFUNDED', 'CANCELED', 'EXPIRED'))`,
  },
]

/** Deletes expired rows, table by table and in steps; a failing table does not block the others. */
export const purgeExpired: Sweep = {
  name: 'purge-expired',
  everyMs: 10 * 60_000,
  run: (ctx) => purge(ctx),
}

async function purge({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Promise<void> {
  const { keptDays } = config
  const before = (keptMs: number) => after(clock.now(), -keptMs)
  const failures: string[] = []
  const attempt = async (table: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      failures.push(`${table}: ${(error as Error).message}`)
    }
  }
  for (const { table, key, where } of RETENTIONS)
    await attempt(table, () => deleteInSteps(db, { table, key, where: where(before, keptDays) }))
  await attempt('audit_log', () => deleteOldLines(db, before(keptDays.audit * DAY_MS)))
  if (failures.length > 0) throw new Error(failures.join('; '))
}
