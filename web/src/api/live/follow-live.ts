import { refreshSession } from '../refresh-session.ts'
import { accessToken } from '../session.ts'
import { type LiveFrame, OPENED, RESYNC, readLive, TokenEnded } from './read-live.ts'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
/** A stream that held so long was none of those that are refused at once. */
const LONG_ENOUGH_MS = 10_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const nameOf = (sessionId: string): string => `live-${sessionId}`

/** The other tabs ask again for the notifications: this one has read some. */
export function tellOtherTabs(sessionId: string): void {
  const channel = new BroadcastChannel(nameOf(sessionId))
  channel.postMessage({ id: '', event: 'read', subject: undefined } satisfies LiveFrame)
  channel.close()
}

/**
 * Hears what changed for a session: of its tabs one holds the stream and tells the others; when it closes, the next takes over
 * where it was.
 * @returns how to end it
 */
export function followLive(sessionId: string, onFrame: (frame: LiveFrame) => void): () => void {
  const name = nameOf(sessionId)
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  let lastEventId = ''
  const hear = (frame: LiveFrame): void => {
    lastEventId = frame.id || lastEventId
    onFrame(frame)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveFrame>) => hear(data)
  const lead = () =>
    holdStream(stop.signal, {
      lastEventId: () => lastEventId,
      onFrame: (frame) => {
        channel.postMessage(frame)
        hear(frame)
      },
    })
  // Another tab's stream began before this one listened.
  if ('locks' in navigator)
    void navigator.locks.query().then(({ held }) => held?.some((lock) => lock.name === name) && hear(OPENED))
  // Without locks (an address that is not secure) every tab holds one of its own.
  const leading = 'locks' in navigator ? navigator.locks.request(name, { signal: stop.signal }, lead) : lead()
  // Ended before its turn came.
  leading.catch(() => undefined)
  return () => {
    stop.abort()
    channel.close()
  }
}

type Follow = { lastEventId: () => string; onFrame: (frame: LiveFrame) => void }

/** Opens the stream again and again, more and more seldom while it fails, until it is stopped or the session is lost. */
async function holdStream(signal: AbortSignal, { lastEventId, onFrame }: Follow): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  let opening = OPENED
  const tell = (frame: LiveFrame): void => {
    onFrame(frame === OPENED ? opening : frame)
    // A later stream without an id is not sent what it missed.
    opening = RESYNC
  }
  while (!signal.aborted) {
    const openedMs = performance.now()
    const token = accessToken()
    if (!token) return
    try {
      await readLive(lastEventId(), { onFrame: tell, signal })
    } catch (error) {
      if (error instanceof TokenEnded && !(await renew(token))) return
    }
    retryMs = performance.now() - openedMs > LONG_ENOUGH_MS ? FIRST_RETRY_MS : Math.min(2 * retryMs, LAST_RETRY_MS)
    if (!signal.aborted) await pause(retryMs)
  }
}

const renew = (token: string): Promise<boolean> =>
  refreshSession(token).then(
    () => true,
    () => accessToken() !== null,
  )
