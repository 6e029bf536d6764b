import type { Context } from '../../context.ts'
import { LIVE_CHANNEL } from '../../events/live-frames.ts'
import { readOngoing } from '../../identity/sessions/read-ongoing.ts'
import {
  type Frame,
  MOST_AT_ONCE,
  type Position,
  readFrames,
  readPosition,
  type Reader,
  sortByReader,
} from './read-frames.ts'

/** How soon a session that has ended takes its streams along, and how late a frame is at most when no bell rang. */
const CHECK_MS = 4_000
const MAX_STREAMS_PER_SESSION = 6

export type Stream = {
  reader: Reader
  /** `resync`: the page missed more than can be told. */
  send(frames: readonly Frame[] | 'resync', position: Position): void
  /** Called every few seconds. */
  keepAlive(): void
  end(): void
}

export type Hub = {
  /** @returns how to leave */
  join(stream: Stream): () => void
  /** Reads what was committed by now, and tells all who joined. */
  read(): Promise<Position>
  close(): Promise<void>
}

/** The streams of this process: one read serves all of them. Rows are the truth, the bell only makes it sooner. */
export async function openHub(ctx: Context): Promise<Hub> {
  const streams = new Set<Stream>()
  let { position } = await readPosition(ctx.db)
  /** Frames that were told, or are known to a page that loaded anew, and will be found again. */
  let told = new Set<number>()
  let reading: Promise<Position> | undefined
  let isRungAgain = false

  const read = (): Promise<Position> => {
    isRungAgain = reading !== undefined
    reading ??= readAll().finally(() => (reading = undefined))
    return reading
  }
  const readAll = async (): Promise<Position> => {
    do {
      isRungAgain = false
      await readOnce()
    } while (isRungAgain)
    return position
  }
  const readOnce = async (): Promise<void> => {
    const found = await readFrames(ctx.db, position, MOST_AT_ONCE + told.size)
    if (!found) return loadAnew()
    position = found.position
    const news = found.frames.filter(({ id }) => !told.has(id))
    told = new Set(found.frames.filter(({ isRecent }) => isRecent).map(({ id }) => id))
    const newsOf = sortByReader(news)
    for (const stream of streams) {
      const own = newsOf(stream.reader)
      if (own.length > 0) stream.send(own, position)
    }
  }
  const loadAnew = async (): Promise<void> => {
    const begun = await readPosition(ctx.db)
    position = begun.position
    told = new Set(begun.recent)
    for (const stream of streams) stream.send('resync', position)
  }
  const readOrLog = (): void =>
    void read().catch((error: Error) => ctx.log.warn({ error: error.message }, 'open pages were not told'))

  const check = async (): Promise<void> => {
    // Those that open meanwhile are looked at next time.
    const checked = [...streams]
    const sessions = await readOngoing(
      ctx,
      checked.map(({ reader }) => reader.sessionId),
    )
    for (const stream of checked) {
      const session = sessions.get(stream.reader.sessionId)
      if (session) {
        stream.reader.isAdmin = session.isAdmin
        stream.keepAlive()
      } else stream.end()
    }
  }
  const timer = setInterval(() => {
    if (streams.size === 0) return
    readOrLog()
    check().catch((error: Error) => ctx.log.warn({ error: error.message }, 'the sessions of open pages were not read'))
  }, CHECK_MS).unref()
  const stopListening = ctx.direct.listen(LIVE_CHANNEL, readOrLog)

  return {
    join: (stream) => {
      streams.add(stream)
      const ofSession = [...streams].filter(({ reader }) => reader.sessionId === stream.reader.sessionId)
      for (const oldest of ofSession.slice(0, -MAX_STREAMS_PER_SESSION)) oldest.end()
      return () => void streams.delete(stream)
    },
    read,
    close: async () => {
      clearInterval(timer)
      for (const stream of streams) stream.end()
      stopListening()
    },
  }
}
