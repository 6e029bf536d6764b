import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { receiveWebhook } from './receive-webhook.ts'

const WEBHOOK_LIMIT_BYTES = 256 * 1024

/** The provider's events. The body is kept as the bytes that were sent: the signature is over them. */
export function webhookRoutes(app: App, ctx: Context): void {
  void app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    route(
      scope,
      'POST /api/payments/webhooks/{provider}/',
      async (request) => {
        if (!Buffer.isBuffer(request.body)) throw new AppError('invalid', { userMessage: 'The webhook was refused' })
        const { headers, body, ip } = request
        await receiveWebhook(ctx, { provider: request.params.provider, rawBody: body, headers, address: ip })
        return { data: { received: true as const } }
      },
      { config: { isWebhook: true } },
    )
  })
}
