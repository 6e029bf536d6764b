import type pg from 'pg'
import type { Logger } from '../../logger.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { connectClient } from '../connect-client.ts'

const RECONNECT_MS = 1_000
/** A lock or a look takes no time in the server: one that is not answered means that the connection is lost. */
const ANSWER_MAX_MS = 2_000
const SILENT_MAX_MS = 8_000
/** The server asks as often whether this end is still there: what a vanished machine held is free within `GONE_MS`. */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2'
export const GONE_MS = 3_000

/** `undefined`: what was told while the connection was away is lost. */
type Hear = (payload: string | undefined) => void

/**
 * The process's own connection to PostgreSQL, past every pooler: it hears notifications, and holds the lock of the leader. Opened by the
 * first who needs it, and again whenever it is lost.
 */
export type DirectConnection = {
  /** Calls `hear` with each notification of a channel, and once after each (re)connection. @returns how to end that */
  listen(channel: string, hear: Hear): () => void
  /** Takes a lock that is held until the connection is lost, or says whether it is held already. @throws when it is away */
  holdLock(key: number): Promise<boolean>
  /** Gives a lock back that is held. */
  releaseLock(key: number): Promise<void>
  /** Calls `tell` when the connection, and with it every lock, is lost. @returns how to end that */
  onLost(tell: () => void): () => void
  close(): Promise<void>
}

export function createDirectConnection(url: string, log: Logger): DirectConnection {
  const listeners = new Map<string, Set<Hear>>()
  const losers = new Set<() => void>()
  const held = new Set<number>()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const lose = (lost: pg.Client): void => {
    if (client !== lost) return
    client = undefined
    held.clear()
    for (const tell of losers) tell()
    retry()
  }
  const retry = (): void => {
    if (!isClosed && !client) timer ??= setTimeout(() => ((timer = undefined), void connect()), RECONNECT_MS).unref()
  }
  const connect = (): Promise<void> => {
    connecting ??= open().finally(() => (connecting = undefined))
    return connecting
  }
  const open = async (): Promise<void> => {
    if (client || isClosed) return
    let opened: pg.Client | undefined
    try {
      opened = await connectClient(url, { statementTimeoutMs: 0 })
      const own = opened
      own.on('notification', ({ channel, payload }) => tellAll(listeners.get(channel), payload))
      own.on('end', () => lose(own))
      await own.query(KEEP_ALIVE)
      client = own
      for (const channel of listeners.keys()) await listenTo(own, channel)
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'the connection that hears of news is away and is opened again')
      if (opened) drop(opened)
      client = undefined
      retry()
    }
  }
  const listenTo = async (on: pg.Client, channel: string): Promise<void> => {
    await on.query(`listen "${channel}"`)
    tellAll(listeners.get(channel), undefined)
  }
  return {
    listen: (channel, hear) => {
      const hearers = listeners.get(channel) ?? new Set()
      listeners.set(channel, hearers.add(hear))
      const current = client
      if (!current) void connect()
      else if (hearers.size === 1) listenTo(current, channel).catch(() => drop(current))
      else hear(undefined)
      return () => void hearers.delete(hear)
    },
    holdLock: async (key) => {
      await connect()
      const current = client
      if (!current) throw new Error('The direct connection to the database is away')
      // Asked also when it is held: an answer says that the connection, and so the lock, is there.
      const text = held.has(key) ? 'select true as is_held' : takeLock(key)
      const asking = { text, query_timeout: ANSWER_MAX_MS }
      try {
        const { rows } = await current.query<{ is_held: boolean }>(asking)
        if (rows[0]?.is_held && client === current) held.add(key)
        return held.has(key)
      } catch (error) {
        drop(current)
        lose(current)
        throw error
      }
    },
    releaseLock: async (key) => {
      if (held.delete(key)) await client?.query(`select pg_advisory_unlock(${key})`)
    },
    onLost: (tell) => {
      losers.add(tell)
      return () => void losers.delete(tell)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await connecting
      await client?.end().catch(() => undefined)
    },
  }
}

/** With the lock comes a limit to the server's patience: its holder asks every two seconds, or has fallen silent behind a proxy that has not. */
const takeLock = (key: number): string =>
  `select set_config('idle_session_timeout', '${SILENT_MAX_MS}', false), pg_try_advisory_lock(${key}) as is_held`

function tellAll(hearers: ReadonlySet<Hear> | undefined, payload: string | undefined): void {
  for (const hear of hearers ?? []) hear(payload)
}

/** At once: the end of a lost connection would wait for its answer. */
function drop(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
