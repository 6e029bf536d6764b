import {
  changePasswordBody,
  emailBody,
  refreshBody,
  registerBody,
  resetPasswordBody,
  signInBody,
  signOutBody,
  tokenPair,
} from '@verso/protocol/auth'
import { dataOf } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { changePassword } from '../passwords/change-password.ts'
import { deviceOf } from '../../http/device.ts'
import { endOwnSession, endSessionOfRefreshToken } from '../sessions/end-sessions.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { refreshTokens } from '../sessions/refresh-tokens.ts'
import { registerMember } from '../sign-up/register-member.ts'
import { requestPasswordReset } from '../passwords/request-password-reset.ts'
import { resetPassword } from '../passwords/reset-password.ts'
import { signIn } from './sign-in.ts'

const tags = ['auth']
const emailAnswer = dataOf(z.object({ email: z.string() }))
const signedOut = dataOf(z.object({ signed_out: z.literal(true) }))

export function authRoutes(app: App, ctx: Context): void {
  tokenRoutes(app, ctx)
  passwordRoutes(app, ctx)
  app.post(
    '/api/auth/register/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'Register', body: registerBody, response: { 201: emailAnswer } },
    },
    async (request, reply) => {
      const { email, password, terms } = request.body
      const site = mailSiteOf(ctx)
      await registerMember(ctx, { email, password, hasConsented: terms === true, address: request.ip, site })
      return reply.status(201).send({ data: { email } })
    },
  )
}

function tokenRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/token/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'Sign in: a temporary pair', body: signInBody, response: { 200: dataOf(tokenPair) } },
    },
    async (request) => ({ data: await signIn(ctx, { ...request.body, device: deviceOf(request) }) }),
  )
  app.post(
    '/api/auth/token/refresh/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'The next pair of a session', body: refreshBody, response: { 200: dataOf(tokenPair) } },
    },
    async (request) => ({
      data: await refreshTokens(ctx, { refresh: request.body.refresh, device: deviceOf(request) }),
    }),
  )
  app.post(
    '/api/auth/signout/',
    {
      config: { access: 'signout' },
      schema: { tags, summary: 'End this session', body: signOutBody, response: { 200: signedOut } },
    },
    async (request) => {
      const { viewer } = request
      const device = deviceOf(request)
      const refresh = request.body?.refresh
      if (viewer) await endOwnSession(ctx, { ...viewer, device })
      if (refresh) await inTransaction(ctx.db, (tx) => endSessionOfRefreshToken(ctx, tx, { refresh, device }))
      return { data: { signed_out: true as const } }
    },
  )
}

function passwordRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/request-password-reset/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'Mail a reset link', body: emailBody, response: { 200: emailAnswer } },
    },
    async (request) => {
      const { email } = request.body
      await requestPasswordReset(ctx, { email, address: request.ip, site: mailSiteOf(ctx) })
      return { data: { email } }
    },
  )
  app.post(
    '/api/auth/reset-password/',
    {
      config: { access: 'visitor' },
      schema: { tags, summary: 'Set a password with a link', body: resetPasswordBody, response: { 200: emailAnswer } },
    },
    async (request) => {
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
    },
  )
  app.post(
    '/api/auth/password/',
    {
      config: { access: 'step-up' },
      schema: {
        tags,
        summary: 'Change the password',
        body: changePasswordBody,
        response: { 200: dataOf(z.object({ changed: z.literal(true) })) },
      },
    },
    async (request) => {
      const { userId, sessionId } = viewerOf(request)
      const { current, new_password: newPassword } = request.body
      const site = mailSiteOf(ctx)
      await changePassword(ctx, { userId, sessionId, current, newPassword, device: deviceOf(request), site })
      return { data: { changed: true as const } }
    },
  )
}
