import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { changePassword } from '../passwords/change-password.ts'
import { deviceOf } from '../../http/device.ts'
import { endOwnSession, endSessionOfRefreshToken } from '../sessions/end-sessions.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { refreshTokens } from '../sessions/refresh-tokens.ts'
import { registerMember } from '../sign-up/register-member.ts'
import { requestPasswordReset } from '../passwords/request-password-reset.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { signIn } from './sign-in.ts'

export function authRoutes(app: App, ctx: Context): void {
  tokenRoutes(app, ctx)
  passwordRoutes(app, ctx)
  route(app, 'POST /api/auth/register/', async (request) => {
    const { email, password, terms } = request.body
    const site = mailSiteOf(ctx)
    await registerMember(ctx, { email, password, hasConsented: terms === true, address: request.ip, site })
    return { data: { email } }
  })
}

function tokenRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/token/', async (request) => ({
    data: await signIn(ctx, { ...request.body, device: deviceOf(request) }),
  }))
  route(app, 'POST /api/auth/token/refresh/', async (request) => ({
    data: await refreshTokens(ctx, { refresh: request.body.refresh, device: deviceOf(request) }),
  }))
  route(app, 'POST /api/auth/signout/', async (request) => {
    const { viewer } = request
    const device = deviceOf(request)
    const refresh = request.body?.refresh
    if (viewer) await endOwnSession(ctx, { ...viewer, device })
    if (refresh) await inTransaction(ctx.db, (tx) => endSessionOfRefreshToken(ctx, tx, { refresh, device }))
    return { data: { signed_out: true as const } }
  })
}

function passwordRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/request-password-reset/', async (request) => {
    const { email } = request.body
    await requestPasswordReset(ctx, { email, address: request.ip, site: mailSiteOf(ctx) })
    return { data: { email } }
  })
  route(app, 'POST /api/auth/reset-password/', async (request) => {
    const { email, token, new_password } = request.body
    const input = {
      email,
      token,
      newPassword: new_password,
      device: deviceOf(request),
      site: mailSiteOf(ctx),
    }
    await resetPassword(ctx, input)
    return { data: { email } }
  })
  route(app, 'POST /api/auth/password/', async (request) => {
    const { userId, sessionId } = viewerOf(request)
    const { current, new_password: newPassword } = request.body
    const site = mailSiteOf(ctx)
    await changePassword(ctx, { userId, sessionId, current, newPassword, device: deviceOf(request), site })
    return { data: { changed: true as const } }
  })
}
