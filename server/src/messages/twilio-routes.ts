import { createHmac, timingSafeEqual } from 'node:crypto'
import { id } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError, forbidden } from '../http/app-error.ts'
import type { App } from '../http/app-type.ts'

const form = z.record(z.string(), z.string())
const status = z.object({
  MessageStatus: z.string(),
  ErrorCode: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
})
const FAILED = new Set(['failed', 'undelivered'])

/** Twilio reports the delivery of an SMS later; only a failure changes its row. Exists only with Twilio. */
export function twilioRoutes(app: App, ctx: Context): void {
  if (ctx.config.sms.kind !== 'twilio') return
  void app.register(async (scope: App) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    scope.post(
      '/api/messages/:id/twilio/',
      {
        config: { access: 'visitor', isWebhook: true },
        schema: { hide: true, params: z.object({ id }), body: form, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { body, params } = request
        const url = `${ctx.config.urls.public ?? ''}/api/messages/${params.id}/twilio/`
        if (
          !isSignedBy(ctx.config.sms.twilio.authToken, { url, body, signature: request.headers['x-twilio-signature'] })
        ) {
          throw forbidden('The signature is wrong')
        }
        const told = status.safeParse(body)
        if (!told.success) throw new AppError('invalid', { userMessage: 'The message was refused' })
        await noteStatus(ctx, params.id, told.data)
        return reply.status(204).send(null)
      },
    )
  })
}

/** https://www.twilio.com/docs/usage/security: HMAC-SHA1 of the address and all fields in the order of their names. */
export function isSignedBy(
  authToken: string,
  input: { url: string; body: Record<string, string>; signature: string | string[] | undefined },
): boolean {
  if (typeof input.signature !== 'string') return false
  const fields = Object.keys(input.body)
    .sort()
    .map((name) => name + input.body[name])
  const expected = createHmac('sha1', authToken)
    .update(input.url + fields.join(''))
    .digest()
  const actual = Buffer.from(input.signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

async function noteStatus(ctx: Context, messageId: string, { MessageStatus, ErrorCode }: z.output<typeof status>) {
  if (!FAILED.has(MessageStatus)) return
  const error = `Twilio could not deliver it (${ErrorCode ?? MessageStatus})`
  await ctx.db
    .updateTable('messages')
    .set({ status: 'FAILED', error })
    .where('id', '=', messageId)
    .where('channel', '=', 'sms')
    .where('status', '=', 'SENT')
    .execute()
  ctx.log.warn({ message_id: messageId, error: ErrorCode }, 'an SMS was not delivered')
}
