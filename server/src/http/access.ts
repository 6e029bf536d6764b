import type { Access } from '@verso/protocol/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { after } from '../clock.ts'
import type { Context } from '../context.ts'
import { deviceOf } from './device.ts'
import { STEP_UP_TTL_MS } from '@verso/protocol/limits'
import { AppError, forbidden, stepUpRequired, SUSPENDED_MESSAGE } from './app-error.ts'
import type { Members, Viewer } from './viewer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Its body names rows by their ids, which may be unknown. */
    namesRows?: boolean
  }
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyInstance {
    /** Every API route and who may call it, in the order of registration. */
    routeAccess: { method: string; url: string; access: Access }[]
  }
}

/** Open to visitors, and their answers are tokens and codes all the same. */
const SECRET_PATHS = /^\/api\/(?:auth|dev)\//

export function registerAccess(app: FastifyInstance, ctx: Context, members: Members): void {
  app.decorateRequest('viewer', null)
  app.decorate('routeAccess', [])
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/') || route.url.startsWith('/api/docs') || route.method === 'HEAD') return
    const access = route.config?.access
    if (!access) throw new Error(`${String(route.method)} ${route.url} does not say who may call it`)
    for (const method of [route.method].flat()) app.routeAccess.push({ method, url: route.url, access })
  })
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access
    if (access === undefined || request.routeOptions.config.isProbe) return
    const token = bearerToken(request)
    const viewer = token ? await members.findViewer(token) : null
    request.viewer = access === 'visitor' && viewer?.kind !== 'FULL' ? null : viewer
    // Personal answers are cached neither by a browser nor by a proxy.
    if (access !== 'visitor' || request.viewer || SECRET_PATHS.test(request.url))
      reply.header('cache-control', 'no-store')
    // A member whose token has ended gets what a visitor gets, and is told (RFC 9110, 11.6.1): renewed, it would show their bookmarks.
    if (access === 'visitor' && token && !viewer && request.method === 'GET')
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
    if (access === 'visitor' || access === 'signout') return
    if (!viewer) throw new AppError('unauthorized', { userMessage: 'Please sign in to continue' })
    if (viewer.kind === 'TEMPORARY' && access !== 'temporary') {
      throw new AppError('unauthorized', { userMessage: 'Please enter your sign-in code first' })
    }
    if (access === 'trader' && viewer.isSuspended) throw forbidden(SUSPENDED_MESSAGE)
    if (access.startsWith('admin') && !viewer.isAdmin) {
      await members.countRefusal(viewer.userId, deviceOf(request))
      throw forbidden()
    }
    if (access.endsWith('step-up')) assertSteppedUp(ctx, viewer)
  })
}

/** @throws AppError step_up_required unless a second factor was given on this session in the last 15 minutes */
export function assertSteppedUp(ctx: Context, viewer: Viewer): void {
  const isFresh = viewer.secondFactorAt !== null && after(viewer.secondFactorAt, STEP_UP_TTL_MS) > ctx.clock.now()
  if (!isFresh) throw stepUpRequired()
}

/** The caller of a route whose access guarantees that there is one. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('unauthorized', { userMessage: 'Please sign in to continue' })
  return request.viewer
}

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}
