import { sql } from 'kysely'
import { after } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { createStatements } from '../../db/prepared/statements.ts'
import type { SessionKey, Viewer } from '../../http/viewer.ts'
import { readAccessToken } from './access-token.ts'
import { toViewer, viewerParts, type ViewerRow } from './viewer-row.ts'

/** @returns null when the token is malformed or expired */
export async function readSessionKey(ctx: Context, token: string): Promise<SessionKey | null> {
  const sessionId = await readAccessToken(ctx, token)
  if (!sessionId) return null
  const now = ctx.clock.now()
  const { idleMs, maxMs } = ctx.config.sessions
  return { sessionId, now, idleAfter: after(now, -idleMs), createdAfter: after(now, -maxMs) }
}

const viewers = createStatements<SessionKey, { viewer: ViewerRow | null }>()

/** @returns null when the session has ended */
export async function findViewer({ db }: Context, session: SessionKey): Promise<Viewer | null> {
  const [found] = await viewers(db, {
    values: session,
    build: (given) => {
      const { tables, row } = viewerParts(given)
      return sql`with ${tables} found as (select ${row} as viewer) select viewer from found`.compile(db)
    },
  })
  return toViewer(found?.viewer)
}
