import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { withinTime } from '../../errors/within-time.ts'
import type { Logger } from '../../logger.ts'
import { type Db, isDatabaseAway, isDatabaseBusy } from '../client.ts'

/** What visitors read is never older. */
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
  /** Undefined where nobody looks. `lagMs` is an upper bound; without one it does not follow. */
  state(): { isUsed: boolean; lagMs: number | undefined } | undefined
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
  let isTold = false
  const tell = (isUsable: boolean, error?: unknown) => {
    if (isTold === isUsable) return
    isTold = isUsable
    if (isUsable) log.info('visitors read from the replica')
    else
      log.warn(error ? { error: messageOf(error) } : {}, 'visitors read from the primary: the replica does not follow')
  }
  const isFresh = () => nowMs() - reachedAtMs <= MAX_LAG_MS
  const distrust = (error: unknown) => {
    mark = undefined
    reachedAtMs = -Infinity
    tell(false, error)
  }
  return {
    usable: () => (isFresh() ? replica : undefined),
    distrust,
    state: () => {
      if (!hasLooked) return undefined
      const lagMs = nowMs() - reachedAtMs
      return { isUsed: isFresh(), lagMs: Number.isFinite(lagMs) ? lagMs : undefined }
    },
    look: async () => {
      hasLooked = true
      try {
        if (mark && (await withinTime(hasReplayed(replica, mark.lsn), LOOK_MAX_MS))) {
          reachedAtMs = mark.atMs
          mark = undefined
        }
        const atMs = nowMs()
        mark ??= { lsn: await withinTime(currentPlace(primary), LOOK_MAX_MS), atMs }
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

/** With `synchronous_commit` on, all that is committed lies before it. */
async function currentPlace(primary: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
  return rows[0]!.lsn
}

/** A database that replays nothing, one that is no replica, has nothing. */
async function hasReplayed(replica: Db, lsn: string): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean
  }>`select coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as is`.execute(replica)
  return rows[0]!.is
}

type Reads<Result> = {
  read(db: Db): Promise<Result>
  /** What is not found on the replica may have been made a moment ago. */
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
