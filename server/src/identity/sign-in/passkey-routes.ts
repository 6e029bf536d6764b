import { passkeyAnswerBody, passkeyOptions, tokenPair } from '@verso/protocol/auth'
import { dataOf } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { deviceOf } from '../../http/device.ts'
import { passkeySiteOf } from '../factors/passkey-site.ts'
import { askForPasskey } from '../factors/use-passkey.ts'
import { stepUpByPasskey, verifyPasskey } from './verify-passkey.ts'

const tags = ['verification']

/** A passkey in place of the code, at sign-in and for a step-up. */
export function passkeyVerificationRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/verify/passkey/options/',
    {
      config: { access: 'temporary' },
      schema: { tags, summary: 'Ask for a passkey', response: { 200: dataOf(passkeyOptions) } },
    },
    async (request) => {
      const options = await askForPasskey(ctx, { viewer: viewerOf(request), site: passkeySiteOf(ctx) })
      return { data: { options: { ...options } } }
    },
  )
  app.post(
    '/api/auth/verify/passkey/',
    {
      config: { access: 'temporary' },
      schema: {
        tags,
        summary: 'A passkey instead of the sign-in code: a full pair',
        body: passkeyAnswerBody,
        response: { 200: dataOf(tokenPair) },
      },
    },
    async (request) => {
      const { response } = request.body
      const site = passkeySiteOf(ctx)
      const input = { viewer: viewerOf(request), response, site, device: deviceOf(request) }
      return { data: await verifyPasskey(ctx, input) }
    },
  )
  app.post(
    '/api/auth/verify/step-up/passkey/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Confirm it is you with a passkey',
        body: passkeyAnswerBody,
        response: { 200: dataOf(z.object({ confirmed: z.literal(true) })) },
      },
    },
    async (request) => {
      const { response } = request.body
      const site = passkeySiteOf(ctx)
      await stepUpByPasskey(ctx, { viewer: viewerOf(request), response, site, device: deviceOf(request) })
      return { data: { confirmed: true as const } }
    },
  )
}
