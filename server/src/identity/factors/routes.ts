import {
  addPasskeyBody,
  confirmTotpBody,
  factorAdded,
  factors,
  passkeyOptions,
  recoveryCodes,
  totpSetup,
} from '@verso/protocol/auth'
import { dataOf, pathId } from '@verso/protocol/envelope'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
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

const tags = ['factors']
const params = z.object({ id: pathId })

/** The stronger second factors beside SMS, kept in Settings → Profile. */
export function factorRoutes(app: App, ctx: Context): void {
  const senderOf = (request: FastifyRequest) => ({ site: mailSiteOf(ctx), device: deviceOf(request) })
  app.get(
    '/api/auth/factors/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Own second factors', response: { 200: dataOf(factors) } },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const rows = await listFactors(ctx.db, userId)
      const left = await countRecoveryCodes(ctx.db, userId)
      return { data: { factors: rows.map(presentFactor), recovery_codes_left: left } }
    },
  )
  app.delete(
    '/api/auth/factors/:id/',
    {
      config: { access: 'step-up' },
      schema: {
        tags,
        summary: 'Remove one',
        params,
        response: { 200: dataOf(z.object({ removed: z.literal(true) })) },
      },
    },
    async (request) => {
      const input = { userId: viewerOf(request).userId, factorId: request.params.id, ...senderOf(request) }
      await inTransaction(ctx.db, (tx) => removeFactor(ctx, tx, input))
      return { data: { removed: true as const } }
    },
  )
  app.post(
    '/api/auth/factors/recovery-codes/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'A new set of recovery codes', response: { 200: dataOf(recoveryCodes) } },
    },
    async (request) => {
      const input = { userId: viewerOf(request).userId, ...senderOf(request) }
      return { data: { recovery_codes: await inTransaction(ctx.db, (tx) => renewRecoveryCodes(ctx, tx, input)) } }
    },
  )
  totpRoutes(app, ctx)
  passkeyRoutes(app, ctx)
}

function totpRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/factors/totp/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'Begin an authenticator app', response: { 201: dataOf(totpSetup) } },
    },
    async (request, reply) => reply.status(201).send({ data: await beginTotp(ctx, viewerOf(request).userId) }),
  )
  app.post(
    '/api/auth/factors/totp/:id/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'Confirm it', params, body: confirmTotpBody, response: { 200: dataOf(factorAdded) } },
    },
    async (request) => {
      const { otp, name } = request.body
      const input = { userId: viewerOf(request).userId, factorId: request.params.id, otp, name }
      const added = await confirmTotp(ctx, { ...input, site: mailSiteOf(ctx), device: deviceOf(request) })
      return { data: { factor: presentFactor(added.factor), recovery_codes: added.recoveryCodes } }
    },
  )
}

function passkeyRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/factors/passkeys/options/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'Begin a passkey', response: { 200: dataOf(passkeyOptions) } },
    },
    async (request) => {
      const options = await beginPasskey(ctx, { viewer: viewerOf(request), site: passkeySiteOf(ctx) })
      return { data: { options: { ...options } } }
    },
  )
  app.post(
    '/api/auth/factors/passkeys/',
    {
      config: { access: 'step-up' },
      schema: { tags, summary: 'Add it', body: addPasskeyBody, response: { 201: dataOf(factorAdded) } },
    },
    async (request, reply) => {
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
      return reply
        .status(201)
        .send({ data: { factor: presentFactor(added.factor), recovery_codes: added.recoveryCodes } })
    },
  )
}
