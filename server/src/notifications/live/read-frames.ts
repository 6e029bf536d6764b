import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** The reader of a stream, as the database had them when last asked. */
export type Reader = { userId: string; sessionId: string; isAdmin: boolean }

export type Frame = {
  id: number
  audience: 'member' | 'public' | 'operators'
  userId: string | null
  kind: string
  subjectType: string
  subjectId: string
  /** Transactions that began before this one's end may still be running: the frame will be found again. */
  isRecent: boolean
}

/**
 * How far was read: up to an id, and of what lies below it all that had committed. Transactions from `horizon` on were running
 * then, or began later.
 */
export type Position = { id: number; horizon: string }

/** More than one page missed: it had better load anew. */
export const MOST_MISSED = 1_000
/** At one moment, of all readers together: a listing is told to each follower, and not everybody is to load anew for that. */
export const MOST_AT_ONCE = 20_000

type Row = Frame & { horizon: string }

/** The position at which a page starts that wants no earlier frames, and the frames before it that will be found again. */
export async function readPosition(db: Db): Promise<{ position: Position; recent: number[] }> {
  const { rows } = await sql<Position & { recent: number[] }>`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select horizon::text as horizon, (select coalesce(max(id), 0) from live_frames) as id,
      (select coalesce(json_agg(id), '[]') from live_frames where transaction_id >= horizon) as recent
    from now`.execute(db)
  const { id, horizon, recent } = rows[0] ?? { id: 0, horizon: '0', recent: [] }
  return { position: { id, horizon }, recent }
}

/** False when what followed the position may have been deleted. */
export async function isKept(db: Db, { id }: Position): Promise<boolean> {
  const found = await db.selectFrom('live_frames').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

/**
 * The frames committed since a position, in the order of ids; of NFTs, only public ones are told to all
 * (docs/rules.md R23). `null`: there are more than `most`.
 */
export async function readFrames(
  db: Db,
  { id, horizon }: Position,
  most: number,
): Promise<{ frames: Frame[]; position: Position } | null> {
  const { rows } = await sql<Row>`
    with now as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select now.horizon::text as horizon, frame.* from now left join lateral (
      select live_frames.id, audience, user_id as "userId", kind, subject_type as "subjectType", subject_id as "subjectId",
        transaction_id >= now.horizon as "isRecent"
      from live_frames left join nfts on audience = 'public' and nfts.id = subject_id
      where (live_frames.id > ${id} or transaction_id >= ${horizon}::xid8)
        and (audience <> 'public' or (nfts.approval = 'APPROVED' and nfts.taken_down_at is null))
      order by live_frames.id limit ${most + 1}
    ) as frame on true order by frame.id`.execute(db)
  if (rows.length > most) return null
  const frames = rows.filter((row) => row.id !== null)
  return { frames, position: { id: Math.max(id, frames.at(-1)?.id ?? 0), horizon: rows[0]?.horizon ?? horizon } }
}

/** The frames for a reader: sorted once, because there may be many of both. */
export function sortByReader(frames: readonly Frame[]): (reader: Reader) => Frame[] {
  const byMember = Map.groupBy(frames, ({ audience, userId }) => (audience === 'member' ? userId : audience))
  return ({ userId, isAdmin }) => {
    const keys = [userId, 'public', ...(isAdmin ? ['operators'] : [])]
    return keys.flatMap((key) => byMember.get(key) ?? []).sort((a, b) => a.id - b.id)
  }
}
