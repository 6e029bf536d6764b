import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { deviceOf } from '../../http/device.ts'
import { passkeySiteOf } from '../factors/passkey-site.ts'
import { askForPasskey } from '../factors/use-passkey.ts'
import { stepUpByPasskey, verifyPasskey } from './verify-passkey.ts'

/** A passkey in place of the code, at sign-in and for a step-up. */
export function passkeyVerificationRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/verify/passkey/options/', async (request) => {
    const options = await askForPasskey(ctx, { viewer: viewerOf(request), site: passkeySiteOf(ctx) })
    return { data: { options: { ...options } } }
  })
  route(app, 'POST /api/auth/verify/passkey/', async (request) => {
    const { response } = request.body
    const site = passkeySiteOf(ctx)
    const input = { viewer: viewerOf(request), response, site, device: deviceOf(request) }
    return { data: await verifyPasskey(ctx, input) }
  })
  route(app, 'POST /api/auth/verify/step-up/passkey/', async (request) => {
    const { response } = request.body
    const site = passkeySiteOf(ctx)
    await stepUpByPasskey(ctx, { viewer: viewerOf(request), response, site, device: deviceOf(request) })
    return { data: { confirmed: true as const } }
  })
}
