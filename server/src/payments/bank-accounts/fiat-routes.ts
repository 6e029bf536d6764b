import { wholeList } from '@verso/protocol/envelope'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { idempotently } from '../../http/idempotency.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { addFiatAccount, listFiatAccounts } from './add-fiat-account.ts'
import { presentFiatAccount } from './present-fiat-account.ts'
import { removeFiatAccount } from './remove-fiat-account.ts'

/** Bank details for payouts: encrypted at rest, shown masked, changed only after a step-up. */
export function fiatRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/accounts/fiats/', async (request) => {
    const rows = await listFiatAccounts(ctx.db, viewerOf(request).userId)
    return wholeList(rows.map((row) => presentFiatAccount(ctx, row)))
  })
  route(app, 'POST /api/accounts/fiats/', async (request) => {
    const { userId } = viewerOf(request)
    const sender = { site: mailSiteOf(ctx), device: deviceOf(request) }
    const data = await idempotently(ctx, request, async (tx) =>
      presentFiatAccount(ctx, await addFiatAccount(ctx, tx, { userId, body: request.body, ...sender })),
    )
    return { data }
  })
  route(app, 'DELETE /api/accounts/fiats/{id}/', async (request) => {
    const { userId } = viewerOf(request)
    const { id: accountId } = request.params
    const input = { userId, id: accountId, site: mailSiteOf(ctx), device: deviceOf(request) }
    await inTransaction(ctx.db, (tx) => removeFiatAccount(ctx, tx, input))
    return { data: { id: accountId } }
  })
}
