import {
  areaOf,
  NOTIFICATION_KIND_NAMES,
  NOTIFICATION_KINDS,
  type NotificationArea,
  type NotificationChoices,
  type NotificationSettings,
} from '@verso/protocol/users/notifications'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { invalidField } from '../http/app-error.ts'
import { nextDigest } from './lines/mail-due.ts'

const DEFAULT_TIME_ZONE = 'UTC'

/** The notification settings of a member in an area: their choices, else the defaults. */
export async function readSettings(
  db: Db | Tx,
  { userId, area }: { userId: string; area: NotificationArea },
): Promise<NotificationSettings> {
  const user = await db
    .selectFrom('users')
    .select(['time_zone', 'email_consent_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const kinds = await listChoices(db, userId)
  return {
    kinds: kinds.filter(({ kind }) => areaOf(kind) === area),
    time_zone: user.time_zone ?? DEFAULT_TIME_ZONE,
    news: user.email_consent_at !== null,
  }
}

async function listChoices(db: Db | Tx, userId: string): Promise<NotificationSettings['kinds']> {
  const rows = await db.selectFrom('notification_choices').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  return NOTIFICATION_KIND_NAMES.map((kind) => {
    const {
      inApp,
      email,
      isRequired = false,
    }: (typeof NOTIFICATION_KINDS)[typeof kind] & { isRequired?: boolean } = NOTIFICATION_KINDS[kind]
    const choice = chosen.get(kind)
    return { kind, required: isRequired, in_app: choice?.in_app ?? inApp, email: choice?.email ?? email }
  })
}

/** @throws AppError invalid for a kind that is told elsewhere, and so is unknown here */
export function assertOfArea({ kinds = [] }: NotificationChoices, area: NotificationArea): void {
  if (kinds.some(({ kind }) => areaOf(kind) !== area)) throw invalidField('kinds', 'Unknown kind')
}

/** Changes a part of the settings; what is left out stays. */
export async function changeSettings(ctx: Context, tx: Tx, userId: string, change: NotificationChoices): Promise<void> {
  const now = ctx.clock.now()
  await changeUser(tx, userId, change, now)
  if (change.kinds?.length) await changeKinds(tx, userId, change.kinds, now)
  if (change.kinds?.length || change.time_zone) await rescheduleMails(tx, userId)
}

/** Writes what is given alone: of two changes at one time, one must not undo the other. */
async function changeKinds(
  tx: Tx,
  userId: string,
  kinds: NonNullable<NotificationChoices['kinds']>,
  now: Date,
): Promise<void> {
  for (const { kind, in_app, email } of kinds) {
    const byDefault = NOTIFICATION_KINDS[kind]
    await tx
      .insertInto('notification_choices')
      .values({
        user_id: userId,
        kind,
        in_app: in_app ?? byDefault.inApp,
        email: email ?? byDefault.email,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind']).doUpdateSet({
          ...(in_app !== undefined && { in_app }),
          ...(email !== undefined && { email }),
          updated_at: now,
        }),
      )
      .execute()
  }
}

/** Lines that wait for the mail of the day go by the new choices: not at all, or at eight in the morning of the zone in force. */
async function rescheduleMails(tx: Tx, userId: string): Promise<void> {
  const choices = await listChoices(tx, userId)
  const zone = sql`(select coalesce(time_zone, ${DEFAULT_TIME_ZONE}) from users where id = ${userId})`
  await sql`
    update notifications as told set mail_due_at = case chosen.email
      when 'daily' then ${nextDigest(sql`told.created_at`, zone)}
      when 'now' then told.mail_due_at
    end
    from unnest(${choices.map(({ kind }) => kind)}::text[], ${choices.map(({ email }) => email)}::text[]) as chosen(kind, email)
    where told.user_id = ${userId} and told.mail_due_at is not null and told.kind = chosen.kind`.execute(tx)
}

/** A consent keeps the time at which it was given. */
async function changeUser(tx: Tx, userId: string, { time_zone, news }: NotificationChoices, now: Date): Promise<void> {
  if (time_zone !== undefined) {
    await assertKnown(tx, time_zone)
    await tx.updateTable('users').set({ time_zone }).where('id', '=', userId).execute()
  }
  if (news === undefined) return
  await tx
    .updateTable('users')
    .set({ email_consent_at: news ? now : null })
    .where('id', '=', userId)
    .where('email_consent_at', news ? 'is' : 'is not', null)
    .execute()
}

/** The database reckons with it: its list may lack what the browser knows. */
async function assertKnown(tx: Tx, timeZone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(tx)
  if (rows.length === 0) throw invalidField('time_zone', 'Unknown time zone')
}
