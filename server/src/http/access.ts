import type { Access } from '@verso/protocol/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { readForVisitor } from '../db/replica/replica.ts'
import { deviceOf } from './device.ts'
import { STEP_UP_TTL_MS } from '@verso/protocol/limits'
import { AppError, signedOut, forbidden, stepUpRequired, SUSPENDED_MESSAGE } from './app-error.ts'
import type { Members, Reader, SessionKey, Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Its body names rows by their ids, which may be unknown. */
    namesRows?: boolean
    /** Its statement looks up the viewer too, by `readAlong`: one round trip instead of two. */
    readsViewer?: boolean
  }
  interface FastifyRequest {
    viewer: Viewer | null
    /** The caller's session, where its row is still to be read by the route. */
    session: SessionKey | null
  }
  interface FastifyInstance {
    /** Every API route and who may call it, in the order of registration. */
    routeAccess: { method: string; url: string; access: Access }[]
  }
}

/** Open to visitors, and their answers are tokens and codes all the same. */
const SECRET_PATHS = /^\/api\/(?:auth|dev)\//

const JUDGED_FIRST = /admin|step-up/

export function registerAccess(app: FastifyInstance, ctx: Context, members: Members): void {
  app.decorateRequest('viewer', null)
  app.decorateRequest('session', null)
  app.decorate('routeAccess', [])
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.url.startsWith('/api/docs') || route.method === 'HEAD') return
    const access = route.config?.access
    if (!access) throw new Error(`${String(route.method)} ${route.url} does not say who may call it`)
    if (route.config?.readsViewer && JUDGED_FIRST.test(access))
      throw new Error(`${route.url}: a caller of ${access} is judged before anything is read`)
    for (const method of [route.method].flat()) app.routeAccess.push({ method, url: route.url, access })
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access, isProbe, readsViewer } = request.routeOptions.config
    if (access === undefined || isProbe) return
    const token = bearerToken(request)
    const session = token ? await members.readToken(token) : null
    // Until the session's row is read, an answer may be a personal one.
    if (session && readsViewer) {
      request.session = session
      reply.header('cache-control', 'no-store')
    } else await judge(request, reply, session && (await members.findViewer(session)))
  })
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (request.session && reply.statusCode < 400) throw new Error(`${request.url} answers without its viewer`)
    return payload
  })

  async function judge(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null): Promise<void> {
    admit(request, reply, viewer)
    const { access = '' } = request.routeOptions.config
    if (!viewer) return
    if (access.startsWith('admin') && !viewer.isAdmin) {
      await members.countRefusal(viewer.userId, deviceOf(request))
      throw forbidden()
    }
    if (access.endsWith('step-up')) assertSteppedUp(ctx, viewer)
  }
}

/** Decides who the request's viewer is, and whether they may call this route, but for what only admins or a fresh second factor may. */
function admit(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null): void {
  const { access } = request.routeOptions.config
  request.session = null
  request.viewer = access === 'visitor' && viewer?.kind !== 'FULL' ? null : viewer
  // Personal answers are cached neither by a browser nor by a proxy.
  if (access !== 'visitor' || request.viewer || SECRET_PATHS.test(request.url))
    reply.header('cache-control', 'no-store')
  else reply.removeHeader('cache-control')
  // A member whose token has ended gets what a visitor gets, and is told (RFC 9110, 11.6.1): renewed, it would show their bookmarks.
  if (access === 'visitor' && bearerToken(request) && !viewer && request.method === 'GET')
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (access === 'visitor' || access === 'signout') return
  if (!viewer) throw signedOut()
  if (viewer.kind === 'TEMPORARY' && access !== 'temporary') {
    throw new AppError('unauthorized', { userMessage: 'Please enter your sign-in code first' })
  }
  if (access === 'trader' && viewer.isSuspended) throw forbidden(SUSPENDED_MESSAGE)
}

/** Runs a read that brings its viewer's row along, and judges it before anything is answered. For routes with `readsViewer`. */
export async function readAlong<Result extends { viewer: Viewer | null }>(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (reader: Reader) => Promise<Result>,
): Promise<Result> {
  const { session, viewer } = request
  if (!session) return { ...(await read({ viewer })), viewer }
  const result = await read({ session })
  admit(request, reply, result.viewer)
  return { ...result, viewer: request.viewer }
}

type Open<Result> = {
  read(db: Db, reader: Reader): Promise<Result>
  isFound?(result: Result): boolean
}

/** As `readAlong`, for what visitors read, too: they may read from the replica; a member sees at once what they have changed. */
export async function readForAnybody<Result extends { viewer: Viewer | null }>(
  ctx: Context,
  [request, reply]: [FastifyRequest, FastifyReply],
  { read, isFound }: Open<Result>,
): Promise<Result> {
  if (request.session || request.viewer) return readAlong(request, reply, (reader) => read(ctx.db, reader))
  const visiting = { read: (db: Db) => read(db, { viewer: null }), ...(isFound && { isFound }) }
  return { ...(await readForVisitor(ctx, visiting)), viewer: null }
}

/** @throws AppError step_up_required unless a second factor was given on this session in the last 15 minutes */
export function assertSteppedUp(ctx: Context, viewer: Viewer): void {
  const isFresh = viewer.secondFactorAt !== null && after(viewer.secondFactorAt, STEP_UP_TTL_MS) > ctx.clock.now()
  if (!isFresh) throw stepUpRequired()
}

/** The caller of a route whose access guarantees that there is one. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw signedOut()
  return request.viewer
}

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}
