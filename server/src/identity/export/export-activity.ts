import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'

/** The newest: a thief of the password may have opened very many. */
const MAX_SESSIONS = 1_000

/** How a member signs in, what we wrote to them, and what they and others did with the account. */
export async function exportActivity({ db }: Context, { userId, email }: { userId: string; email: string }) {
  return {
    ...(await exportSignIns(db, userId)),
    messages: await listMessages(db, { userId, email }),
    ...(await exportSocial(db, userId)),
    ...(await exportActs(db, userId)),
  }
}

async function listMessages(db: Db, { userId, email }: { userId: string; email: string }) {
  const rows = await db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'body_text', 'code', 'link', 'status', 'created_at', 'sent_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('recipient', '=', email)]))
    .orderBy('id')
    .execute()
  // A code or a link may still open the account: it belongs in the mailbox only.
  return rows.map(({ code, link, body_text, ...row }) => ({ ...row, text: code || link ? null : body_text }))
}

async function exportSignIns(db: Db, userId: string) {
  return {
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'kind', 'user_agent', 'address', 'second_factor_at', 'created_at', 'last_used_at'])
      .select(['expires_at', 'revoked_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(MAX_SESSIONS)
      .execute(),
    factors: await db
      .selectFrom('factors')
      .select(['id', 'kind', 'name', 'confirmed_at', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    codes_and_links: await db
      .selectFrom('verification_codes')
      .select(['purpose', 'target', 'tries', 'created_at', 'sent_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    used_codes_and_links: await db
      .selectFrom('used_links')
      .select(['purpose', 'used_at'])
      .where('user_id', '=', userId)
      .execute(),
    security_events: await db
      .selectFrom('audit_origins')
      .innerJoin('audit_log', (join) =>
        join
          .onRef('audit_log.id', '=', 'audit_origins.audit_id')
          .onRef('audit_log.created_at', '=', 'audit_origins.created_at'),
      )
      .select(['action', 'address', 'device', 'audit_log.created_at'])
      .where('user_id', '=', userId)
      .orderBy('audit_id')
      .execute(),
    counted_failures: await db
      .selectFrom('failure_counts')
      .select(['action', 'minute', 'count', 'address', 'user_agent'])
      .where('user_id', '=', userId)
      .execute(),
    known_networks: await db
      .selectFrom('known_networks')
      .select(['network', 'has_signed_in', 'last_seen_at'])
      .where('user_id', '=', userId)
      .execute(),
    wrong_codes: await db
      .selectFrom('second_factor_failures')
      .select(['session_id', 'failures', 'locked_until'])
      .where('user_id', '=', userId)
      .execute(),
  }
}

async function exportSocial(db: Db, userId: string) {
  return {
    follows: await db
      .selectFrom('follows')
      .select(['followed_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    // The reporter is not named.
    followers: await db.selectFrom('follows').select('created_at').where('followed_id', '=', userId).execute(),
    favourites: await db
      .selectFrom('favourites')
      .select(['nft_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    wishlist: await db.selectFrom('wishlist').select(['nft_id', 'created_at']).where('user_id', '=', userId).execute(),
    notifications: await db
      .selectFrom('notifications')
      .select(['kind', 'nft_ids', 'payment_id', 'amount_cents', 'reason', 'created_at', 'read_at'])
      .where('user_id', '=', userId)
      .execute(),
    live_frames: await db
      .selectFrom('live_frames')
      .select(['kind', 'subject_type', 'subject_id', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    notification_choices: await db
      .selectFrom('notification_choices')
      .select(['kind', 'in_app', 'email', 'updated_at'])
      .where('user_id', '=', userId)
      .execute(),
    reports: await db
      .selectFrom('reports')
      .select(['id', 'nft_id', 'reason', 'text', 'status', 'created_at', 'resolved_at'])
      .where('reporter_id', '=', userId)
      .execute(),
  }
}

async function exportActs(db: Db, userId: string) {
  return {
    // Details of a change may concern others, so only the fact is exported.
    own_acts: await db
      .selectFrom('audit_log')
      .select(['action', 'subject_type', 'subject_id', 'created_at'])
      .where('actor_id', '=', userId)
      .orderBy('id')
      .execute(),
    acts_on_the_account: await db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after', 'created_at'])
      .select((eb) => eb('actor_id', 'is not distinct from', userId).as('was_own'))
      .where('subject_type', '=', 'user')
      .where('subject_id', '=', userId)
      .orderBy('id')
      .execute(),
    repeatable_calls: await db
      .selectFrom('idempotency_keys')
      .select(['key', 'status_code', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    saved_pages: await db
      .selectFrom('page_versions')
      .select(['page', 'version', 'created_at'])
      .where('saved_by', '=', userId)
      .execute(),
    bytes_blocked: await db
      .selectFrom('blocked_bytes')
      .select(['nft_id', 'reason', 'blocked_at'])
      .where('blocked_by', '=', userId)
      .execute(),
    moderation_decisions_made: await db
      .selectFrom('moderation_decisions')
      .select(['nft_id', 'decision', 'reason', 'created_at'])
      .where('admin_id', '=', userId)
      .execute(),
  }
}
