import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { withinTime } from '../../errors/within-time.ts'
import type { Logger } from '../../logger.ts'
import { type Db, isDatabaseAway, isDatabaseBusy } from '../client.ts'

/** Visitors never read older rows. */
const MAX_LAG_MS = 2_000
const LOOK_EVERY_MS = 700
const LOOK_MAX_MS = 1_000
/** SQLSTATE: a statement stood in the way of what is replayed, or reads a schema that is not replayed yet. */
const NOT_HERE = new Set(['40001', '42P01', '42703'])

/** A streaming replica (DATABASE_READ_URL), from which visitors read while it follows. */
export type Replica = {
  /** Undefined while it is away, or more than two seconds behind. */
  usable(): Db | undefined
  /** Looks how far it is. */
  look(): Promise<void>
  /** Undefined in a process that does not look. `lagMs` is an upper bound; without one it does not follow, and `problem` may say why. */
  state(): { isUsed: boolean; lagMs: number | undefined; problem: string | undefined } | undefined
  /** Not used until it has shown again that it follows. */
  distrust(error: unknown): void
  close(): Promise<void>
}

export function createReplica(primary: Db, replica: Db, { clock, log }: { clock: Clock; log: Logger }): Replica {
  const nowMs = () => clock.now().getTime()
  /** A place in the primary's log, and when it was the last one: reached, all that was committed until then is here. */
  let mark: { lsn: string; atMs: number } | undefined
  let reachedAtMs = -Infinity
  let hasLooked = false
  let problem: string | undefined
  let isTold = false
  const tell = (isUsable: boolean) => {
    if (isTold === isUsable) return
    isTold = isUsable
    if (isUsable) log.info('visitors read from the replica')
    else log.warn(problem ? { error: problem } : {}, 'visitors read from the primary: the replica does not follow')
  }
  const isFresh = () => nowMs() - reachedAtMs <= MAX_LAG_MS
  const distrust = (error: unknown) => {
    mark = undefined
    reachedAtMs = -Infinity
    problem = messageOf(error)
    tell(false)
  }
  return {
    usable: () => (isFresh() ? replica : undefined),
    distrust,
    state: () => {
      if (!hasLooked) return undefined
      const lagMs = nowMs() - reachedAtMs
      return { isUsed: isFresh(), lagMs: Number.isFinite(lagMs) ? lagMs : undefined, problem }
    },
    look: async () => {
      hasLooked = true
      try {
        const replayed = await withinTime(replayedPlace(replica), LOOK_MAX_MS)
        const atMs = nowMs()
        const { lsn, isBeyond, isReached } = await withinTime(
          comparePlaces(primary, { replayed, marked: mark?.lsn ?? null }),
          LOOK_MAX_MS,
        )
        if (isBeyond) throw new Error('it has what the primary never had: it follows another database')
        if (mark && isReached) {
          reachedAtMs = mark.atMs
          mark = undefined
          problem = undefined
        }
        mark ??= { lsn, atMs }
        tell(isFresh())
      } catch (error) {
        distrust(error)
      }
    },
    close: () => replica.destroy(),
  }
}

/** Looks again and again, from now on; without it the replica is not used. */
export function watchReplica(replica: Replica): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    await replica.look()
    if (!isStopped) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }
  void look()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** A database that replays nothing, one that is no replica, has no place. */
async function replayedPlace(replica: Db): Promise<string | null> {
  const { rows } = await sql<{ lsn: string | null }>`select pg_last_wal_replay_lsn()::text as lsn`.execute(replica)
  return rows[0]!.lsn
}

type Places = { lsn: string; isBeyond: boolean; isReached: boolean }

/** With `synchronous_commit` on, all that is committed lies before `lsn`; what was replayed before cannot lie after it. */
async function comparePlaces(
  primary: Db,
  { replayed, marked }: { replayed: string | null; marked: string | null },
): Promise<Places> {
  const { rows } = await sql<Places>`
    select lsn::text, coalesce(${replayed}::pg_lsn > lsn, false) as "isBeyond",
      coalesce(${replayed}::pg_lsn >= ${marked}::pg_lsn, false) as "isReached"
    from pg_current_wal_lsn() as lsn`.execute(primary)
  return rows[0]!
}

type Reads<Result> = {
  read(db: Db): Promise<Result>
  /** A row that is not found on the replica may have been made a moment ago. */
  isFound?(result: Result): boolean
}

/** Reads for a visitor: from the replica while it follows, else, and whenever it fails or finds nothing, from the primary. */
export async function readForVisitor<Result>(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  { read, isFound = () => true }: Reads<Result>,
): Promise<Result> {
  const followed = replica?.usable()
  if (!replica || !followed) return read(db)
  try {
    const result = await read(followed)
    if (isFound(result)) return result
  } catch (error) {
    if (!isOfReplica(error)) throw error
    replica.distrust(error)
  }
  return read(db)
}

const isOfReplica = (error: unknown): boolean =>
  isDatabaseAway(error) || isDatabaseBusy(error) || NOT_HERE.has((error as { code?: string }).code ?? '')
