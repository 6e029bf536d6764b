import { type RawBuilder, sql } from 'kysely'
import { dateOf } from '../../db/times.ts'
import type { Reader, SessionKey, Viewer } from '../../http/viewer.ts'

/** The viewer's session as `row_to_json` gives it. */
export type ViewerRow = {
  session_id: string
  user_id: string
  kind: 'TEMPORARY' | 'FULL'
  second_factor_at: string | null
  is_admin: boolean
  status: 'ACTIVE' | 'SUSPENDED'
}

/** The parameters of a statement that reads for a member or a visitor. */
export type ReaderValues = Partial<SessionKey> & { viewerId?: string | undefined }

export const readerValues = (reader: Reader): ReaderValues =>
  'session' in reader ? reader.session : { viewerId: reader.viewer?.userId }

/** The parts of a statement that concern its viewer. */
export type ViewerParts = {
  /** Common table expressions, each with its comma: others follow. */
  tables: RawBuilder<unknown>
  row: RawBuilder<ViewerRow | null>
  /** The id of a member who has signed in fully; undefined where the statement reads for a visitor. */
  id: RawBuilder<string> | undefined
  /** The same where a member who awaits their code reads too. */
  temporaryId: RawBuilder<string> | undefined
}

/**
 * Every request reads its session's row, so a revoked, deleted or demoted member is out at once (docs/rules.md R47). A suspension ends
 * the open sessions; a session opened after it is that of a suspended member.
 */
export function viewerParts({ viewerId, ...session }: ReaderValues): ViewerParts {
  const none = { tables: sql``, row: sql<null>`null::json` }
  if (session.sessionId === undefined) {
    const id = viewerId === undefined ? undefined : sql<string>`${viewerId}`
    return { ...none, id, temporaryId: id }
  }
  return {
    tables: sql`viewer as materialized (
      select sessions.id as session_id, sessions.user_id, sessions.kind, sessions.second_factor_at, users.is_admin, users.status
      from sessions join users on users.id = sessions.user_id
      where sessions.id = ${session.sessionId} and sessions.revoked_at is null and sessions.expires_at > ${session.now}
        and sessions.last_used_at > ${session.idleAfter} and sessions.created_at > ${session.createdAfter}
        and users.status <> 'DELETED'),`,
    row: sql`(select row_to_json(viewer) from viewer)`,
    id: sql`(select user_id from viewer where kind = 'FULL')`,
    temporaryId: sql`(select user_id from viewer)`,
  }
}

export function toViewer(row: ViewerRow | null | undefined): Viewer | null {
  if (!row) return null
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    kind: row.kind,
    isAdmin: row.is_admin && row.status === 'ACTIVE',
    isSuspended: row.status === 'SUSPENDED',
    secondFactorAt: dateOf(row.second_factor_at),
  }
}

/** For whom the statement has read: a session that awaits its code reads as a visitor. */
export const knownOf = (reader: Reader, viewer: Viewer | null): { userId: string; isAdmin?: boolean } | null =>
  'viewer' in reader ? reader.viewer : viewer?.kind === 'FULL' ? viewer : null
