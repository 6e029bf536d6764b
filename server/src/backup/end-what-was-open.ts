import type pg from 'pg'
import { z } from 'zod'
import { RESTORED, type Restored, restoredSchema } from '../settings/restored.ts'

const DAY_MS = 24 * 3_600_000
/** Of a provider that was not compared with before the backup. */
const LOOK_BACK_MS = 7 * DAY_MS
/** More numbers than were given out between a backup and its restore. */
const SKIPPED_NUMBERS = 1_000_000
const NOTICE = 'Buying is stopped for a short time while we check the latest payments.'

/** The backup that the rows come from, and the time until which they have all that was committed. */
export type Origin = { id: string; madeAt: string }

/** Ends sessions, codes and approvals that must not go on after a restore, in the transaction that restores the rows. */
export async function endWhatWasOpen(client: pg.Client, { origin, now }: { origin: Origin; now: Date }): Promise<void> {
  // A session or a code that was ended or used after the backup must not be good again.
  await client.query('update sessions set revoked_at = $1 where revoked_at is null', [now])
  for (const table of ['refresh_tokens', 'verification_codes', 'passkey_challenges'])
    await client.query(`delete from ${table}`)
  await client.query(`delete from messages where status = 'WAITING' and code is not null`)
  await skipNumbers(client)
  // The next start takes the folder that it is given.
  await client.query(`delete from settings where key = 'storageFolder'`)
  await lookBack(client, new Date(origin.madeAt))
  // An approved payout may have been sent since: it is approved again once the bank was compared with.
  await client.query(`update payouts set status = 'REQUESTED', updated_at = $1 where status = 'APPROVED'`, [now])
  await stopBuying(client, { origin, now })
  await client.query(
    `insert into audit_log (action, subject_type, subject_id, after, created_at) values ('backup.restore', 'backup', $1, $2, $3)`,
    [origin.id, JSON.stringify({ made_at: origin.madeAt }), now],
  )
}

/**
 * On chain the wallets and creators of after the backup still have their numbers: given out again, a new member's wallet
 * would be the one that holds a lost member's tokens.
 */
async function skipNumbers(client: pg.Client): Promise<void> {
  for (const [table, column] of [
    ['users', 'creator_number'],
    ['wallets', 'derivation_index'],
  ])
    await client.query(
      `select setval(sequence, coalesce(pg_sequence_last_value(sequence), 0) + $1)
      from (select pg_get_serial_sequence($2, $3)::regclass as sequence) as found`,
      [SKIPPED_NUMBERS, table, column],
    )
}

/** The comparison with the provider goes on where the backup's stood, however old that is. */
const lookBack = (client: pg.Client, madeAt: Date) =>
  client.query(
    `insert into provider_cursors (provider, compared_until)
    select provider, $1 from unnest(array['sandbox', 'stripe', 'wert']) provider on conflict do nothing`,
    [new Date(madeAt.getTime() - LOOK_BACK_MS)],
  )

/** Of a restore whose payouts were not entered when the backup was made, these are still to be looked for from its time on. */
async function stopBuying(client: pg.Client, { origin, now }: { origin: Origin; now: Date }): Promise<void> {
  const { buyingStopped = null, [RESTORED]: row } = await readSettings(client, ['buyingStopped', RESTORED])
  const unfinished = row === undefined ? undefined : restoredSchema.parse(row)
  const madeAt = new Date(origin.madeAt)
  const restored: Restored = {
    backupId: origin.id,
    madeAt: unfinished && !unfinished.payoutsEnteredAt && unfinished.madeAt < madeAt ? unfinished.madeAt : madeAt,
    restoredAt: now,
    notice: NOTICE,
    buyingStoppedBefore:
      unfinished && unfinished.notice === buyingStopped
        ? unfinished.buyingStoppedBefore
        : z.string().nullable().parse(buyingStopped),
    heads: null,
    comparedAt: null,
    payoutsEnteredAt: null,
  }
  for (const [key, value] of Object.entries({ buyingStopped: NOTICE, [RESTORED]: restored }))
    await client.query(
      `insert into settings (key, value, updated_at) values ($1, $2, $3)
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
      [key, JSON.stringify(value), now],
    )
  // Operators are told of this restore too.
  await client.query('delete from incidents where key = $1', [RESTORED])
}

async function readSettings(client: pg.Client, keys: string[]): Promise<Record<string, unknown>> {
  const { rows } = await client.query<{ key: string; value: unknown }>(
    'select key, value from settings where key = any($1)',
    [keys],
  )
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}
