import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import { conflict } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { type Hub, openHub, type Stream } from './open-hub.ts'
import { type Frame, isKept, MOST_MISSED, type Position, readFrames, type Reader, sortByReader } from './read-frames.ts'

/** Asked every four seconds, so that no more than 25 pass. */
const HEARTBEAT_MS = 21_000
/** A page that reads too slowly for this is cut off; it connects again and resumes. */
const UNREAD_MAX_BYTES = 64 * 1024

/** Both sites of a process share its streams. */
const hubs = new WeakMap<Context['db'], Promise<Hub>>()

export function liveRoutes(app: App, ctx: Context): void {
  route(
    app,
    'GET /api/live/',
    async (request, reply) => {
      const { userId, sessionId, isAdmin } = viewerOf(request)
      await openStream(ctx, { userId, sessionId, isAdmin }, request, reply)
      return reply
    },
    { compress: false },
  )
  app.addHook('preClose', async () => {
    const hub = hubs.get(ctx.db)
    hubs.delete(ctx.db)
    await (await hub)?.close()
  })
}

async function openStream(ctx: Context, reader: Reader, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Asked for behind another answer on the same connection: it would wait for that one's end, and its own would not be noticed.
  if (!reply.raw.socket) throw conflict('A stream needs a connection of its own')
  const hub = await hubOf(ctx)
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    // Ends with its stream, so that a server that stops waits for none.
    connection: 'close',
    'x-request-id': request.id,
  })
  // Before any frame: a page whose stream is open needs not ask.
  reply.raw.write(': open\n\n')
  const since = positionOf(request.headers['last-event-id'])
  const stream = streamOf(reply, { reader, isBehind: since !== undefined })
  reply.raw.on('close', hub.join(stream))
  if (since) await catchUp(ctx, hub, stream, since === 'unknown' ? undefined : since)
}

/** Sends what followed `since`, but what the stream got since it joined. */
async function catchUp(ctx: Context, hub: Hub, stream: OwnStream, since: Position | undefined): Promise<void> {
  try {
    const position = await hub.read()
    const missed = since && (await isKept(ctx.db, since)) ? await readFrames(ctx.db, since, MOST_MISSED) : null
    const frames = missed && sortByReader(missed.frames)(stream.reader)
    stream.catchUp(frames?.filter(({ id }) => id !== since?.id) ?? 'resync', position)
  } catch (error) {
    ctx.log.warn({ error: (error as Error).message }, 'an open page was not told what it missed')
    stream.end()
  }
}

async function hubOf(ctx: Context): Promise<Hub> {
  const opened = hubs.get(ctx.db) ?? openHub(ctx)
  hubs.set(ctx.db, opened)
  try {
    return await opened
  } catch (error) {
    hubs.delete(ctx.db)
    throw error
  }
}

/** Sent as an id with every frame, and given back by a page that lost its stream. */
const LABEL = /^(\d{1,15})-(\d{1,19})$/
const labelOf = (id: number, { horizon }: Position): string => `${id}-${horizon}`

function positionOf(header: string | string[] | undefined): Position | 'unknown' | undefined {
  if (header === undefined || header === '') return undefined
  const [, id, horizon] = LABEL.exec(String(header)) ?? []
  return id && horizon ? { id: Number(id), horizon } : 'unknown'
}

type OwnStream = Stream & { catchUp: Stream['send'] }

function streamOf({ raw }: FastifyReply, { reader, isBehind }: { reader: Reader; isBehind: boolean }): OwnStream {
  let writtenMs = performance.now()
  /** The frames sent before the page had caught up. Only while it is behind: else the set would keep all that the page is ever told. */
  let sent = isBehind ? new Set<number>() : undefined
  const write = (text: string): void => {
    if (raw.destroyed || raw.writableEnded) return
    writtenMs = performance.now()
    if (raw.writableLength > UNREAD_MAX_BYTES) raw.destroy()
    else raw.write(text)
  }
  const send: Stream['send'] = (frames, position) => {
    if (frames === 'resync') return write(`id: ${labelOf(position.id, position)}\nevent: resync\ndata: {}\n\n`)
    for (const { id } of frames) sent?.add(id)
    write(frames.map((frame) => textOf(frame, position)).join(''))
  }
  return {
    reader,
    send,
    catchUp: (frames, position) => {
      const former = sent
      sent = undefined
      send(frames === 'resync' ? frames : frames.filter(({ id }) => !former?.has(id)), position)
    },
    keepAlive: () => {
      if (performance.now() - writtenMs >= HEARTBEAT_MS) write(': still here\n\n')
    },
    end: () => raw.end(),
  }
}

const textOf = ({ id, kind, subjectType, subjectId }: Frame, position: Position): string =>
  `id: ${labelOf(id, position)}\nevent: ${kind}\ndata: ${JSON.stringify({ subject: { type: subjectType, id: subjectId } })}\n\n`
