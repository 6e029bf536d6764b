import type { ApiPath } from '@verso/protocol/endpoints'
import { accessToken } from '../session.ts'

const LIVE_PATH = '/api/live/' satisfies ApiPath<'GET'>

/** A change, as `GET /api/live/` tells it. */
export type LiveFrame = { id: string; event: string; subject: { type: string; id: string } | undefined }

/** The first frame of a stream that resumes none: earlier changes are not sent. */
export const OPENED: LiveFrame = { id: '', event: 'opened', subject: undefined }

/** More was missed than can be told. */
export const RESYNC: LiveFrame = { ...OPENED, event: 'resync' }

/** The access token has ended, or its session. */
export class TokenEnded extends Error {}

/** The server says something every 21 s. */
const SILENCE_MS = 60_000

type Reading = { onFrame: (frame: LiveFrame) => void; signal: AbortSignal }

/**
 * Reads the stream until it ends, which a network or a restart may do at any time. One whose network has gone does not end by
 * itself: it is given up after a silence.
 * @throws TokenEnded
 */
export async function readLive(lastEventId: string, { onFrame, signal }: Reading): Promise<void> {
  const silence = new AbortController()
  const giveUp = () => silence.abort()
  signal.addEventListener('abort', giveUp, { signal: silence.signal })
  let timer = setTimeout(giveUp, SILENCE_MS)
  const onHeard = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, SILENCE_MS)
  }
  try {
    await readUntilEnd(lastEventId, { onFrame, onHeard, signal: silence.signal })
  } finally {
    clearTimeout(timer)
    giveUp()
  }
}

type Hearing = Reading & { onHeard: () => void }

async function readUntilEnd(lastEventId: string, { onFrame, onHeard, signal }: Hearing): Promise<void> {
  const headers = {
    Accept: 'text/event-stream',
    Authorization: `Bearer ${accessToken()}`,
    ...(lastEventId && { 'Last-Event-ID': lastEventId }),
  }
  const response = await fetch(LIVE_PATH, { headers, signal })
  if (response.status === 401) throw new TokenEnded()
  if (!response.ok || !response.body) return
  if (!lastEventId) onFrame(OPENED)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }) as const)
    if (done) return
    onHeard()
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const { id = '', event, data } = fieldsOf(block)
      if (event) onFrame({ id, event, subject: data ? JSON.parse(data).subject : undefined })
    }
  }
}

const fieldsOf = (block: string): Record<string, string> =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
