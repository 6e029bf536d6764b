import { addressOf } from '@verso/protocol/pages/pages'
import type { Context } from '../../context.ts'
import { inTransaction, type Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { changeSettings } from '../choices.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Without a sign-in (RFC 8058): a POST ends mails of the kinds that one told of; a GET, which programs make to look at links, changes nothing. */
export function unsubscribeRoutes(app: App, ctx: Context): void {
  void app.register(async (scope: App) => {
    // A mail program posts a form that says "List-Unsubscribe=One-Click"; the token says all there is to say.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _text, done) =>
        done(null, {}),
      )
    route(scope, 'POST /api/notifications/unsubscribe/{token}/', async (request) => {
      const { userId, kinds } = found(ctx, request.params.token)
      const [kind] = kinds
      const email = 'off' as const
      await inTransaction(ctx.db, async (tx) => {
        await assertMember(tx, userId)
        await changeSettings(ctx, tx, userId, { kinds: kinds.map((kind) => ({ kind, email })) })
      })
      return { data: { kind, email } }
    })
    route(scope, 'GET /api/notifications/unsubscribe/{token}/', async (request, reply) => {
      const { token } = request.params
      found(ctx, token)
      return reply.redirect(addressOf('unsubscribe', { token }))
    })
  })
}

/** A deleted member gets no mails, and keeps no choices. */
async function assertMember(tx: Tx, userId: string): Promise<void> {
  const user = await tx.selectFrom('users').select('status').where('id', '=', userId).forShare().executeTakeFirst()
  if (!user || user.status === 'DELETED') throw notFound(UNKNOWN)
}

const UNKNOWN = 'This link is not one of ours'

function found(ctx: Context, token: string) {
  const subscription = readUnsubscribeToken(ctx, token)
  if (!subscription) throw notFound(UNKNOWN)
  return subscription
}
