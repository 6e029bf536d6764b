import type { FastifyRequest } from 'fastify'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { inTransaction } from '../../db/client.ts'
import type { Context } from '../../context.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { beginPasskey, finishPasskey } from './add-passkey.ts'
import { beginTotp, confirmTotp } from './add-totp.ts'
import { passkeySiteOf } from './passkey-site.ts'
import { presentFactor } from './present-factor.ts'
import { countRecoveryCodes, listFactors } from './queries.ts'
import { removeFactor } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'

/** The stronger second factors beside SMS, kept in Settings → Profile. */
export function factorRoutes(app: App, ctx: Context): void {
  const senderOf = (request: FastifyRequest) => ({ site: mailSiteOf(ctx), device: deviceOf(request) })
  route(app, 'GET /api/auth/factors/', async (request) => {
    const { userId } = viewerOf(request)
    const rows = await listFactors(ctx.db, userId)
    const left = await countRecoveryCodes(ctx.db, userId)
    return { data: { factors: rows.map(presentFactor), recovery_codes_left: left } }
  })
  route(app, 'DELETE /api/auth/factors/{id}/', async (request) => {
    const input = { userId: viewerOf(request).userId, factorId: request.params.id, ...senderOf(request) }
    await inTransaction(ctx.db, (tx) => removeFactor(ctx, tx, input))
    return { data: { removed: true as const } }
  })
  route(app, 'POST /api/auth/factors/recovery-codes/', async (request) => {
    const input = { userId: viewerOf(request).userId, ...senderOf(request) }
    return { data: { recovery_codes: await inTransaction(ctx.db, (tx) => renewRecoveryCodes(ctx, tx, input)) } }
  })
  totpRoutes(app, ctx)
  passkeyRoutes(app, ctx)
}

function totpRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/factors/totp/', async (request) => ({
    data: await beginTotp(ctx, viewerOf(request).userId),
  }))
  route(app, 'POST /api/auth/factors/totp/{id}/', async (request) => {
    const { otp, name } = request.body
    const input = { userId: viewerOf(request).userId, factorId: request.params.id, otp, name }
    const added = await confirmTotp(ctx, { ...input, site: mailSiteOf(ctx), device: deviceOf(request) })
    return { data: { factor: presentFactor(added.factor), recovery_codes: added.recoveryCodes } }
  })
}

function passkeyRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/factors/passkeys/options/', async (request) => {
    const options = await beginPasskey(ctx, { viewer: viewerOf(request), site: passkeySiteOf(ctx) })
    return { data: { options: { ...options } } }
  })
  route(app, 'POST /api/auth/factors/passkeys/', async (request) => {
    const { response, name } = request.body
    const site = passkeySiteOf(ctx)
    const input = {
      viewer: viewerOf(request),
      response,
      name,
      site,
      mailSite: mailSiteOf(ctx),
      device: deviceOf(request),
    }
    const added = await finishPasskey(ctx, input)
    return { data: { factor: presentFactor(added.factor), recovery_codes: added.recoveryCodes } }
  })
}
