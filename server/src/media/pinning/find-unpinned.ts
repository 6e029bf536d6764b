import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'

/** After so many failures, about eight minutes, content waits for a person; it is tried on all the same. */
const STUCK_ATTEMPTS = 5
const COUNTED_AT_MOST = 1_000

type Unpinned = { count: number; error: string | null }

/** The number of files that the pinner fails to take again and again, with its last answer. Blocked files are not to be pinned. */
export async function findUnpinned(db: Db): Promise<Unpinned | undefined> {
  const { rows } = await sql<Unpinned>`
    select count(*)::int as count, (array_agg(error order by due_at desc))[1] as error from (
      select error, due_at from pins
      -- Served by the index of who has pinned.
      where pinned_by is null and attempts >= ${STUCK_ATTEMPTS} and not exists (
        select from files join blocked_bytes using (sha256) where files.cid = pins.cid)
      limit ${COUNTED_AT_MOST}
    ) as stuck having count(*) > 0`.execute(db)
  return rows[0]
}
