import { fiatAccount, fiatAccountBody } from '@verso/protocol/accounts'
import { dataOf, listOf, pathId, wholeList } from '@verso/protocol/envelope'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { addFiatAccount, listFiatAccounts } from './add-fiat-account.ts'
import { presentFiatAccount } from './present-fiat-account.ts'
import { removeFiatAccount } from './remove-fiat-account.ts'

/** Bank details for payouts: encrypted at rest, shown masked, changed only after a step-up. */
export function fiatRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/accounts/fiats/',
    {
      config: { access: 'member' },
      schema: { tags: ['accounts'], summary: 'Bank details, masked', response: { 200: listOf(fiatAccount) } },
    },
    async (request) => {
      const rows = await listFiatAccounts(ctx.db, viewerOf(request).userId)
      return wholeList(rows.map((row) => presentFiatAccount(ctx, row)))
    },
  )
  app.post(
    '/api/accounts/fiats/',
    {
      config: { access: 'step-up' },
      schema: {
        tags: ['accounts'],
        summary: 'Add bank details',
        body: fiatAccountBody,
        response: { 200: dataOf(fiatAccount) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const sender = { site: mailSiteOf(ctx), device: deviceOf(request) }
      const data = await idempotently(ctx, request, async (tx) =>
        presentFiatAccount(ctx, await addFiatAccount(ctx, tx, { userId, body: request.body, ...sender })),
      )
      return { data }
    },
  )
  app.delete(
    '/api/accounts/fiats/:id/',
    {
      config: { access: 'step-up' },
      schema: {
        tags: ['accounts'],
        summary: 'Remove bank details',
        params: z.object({ id: pathId }),
        response: { 200: dataOf(z.object({ id: z.string() })) },
      },
    },
    async (request) => {
      const { userId } = viewerOf(request)
      const { id: accountId } = request.params
      const input = { userId, id: accountId, site: mailSiteOf(ctx), device: deviceOf(request) }
      await inTransaction(ctx.db, (tx) => removeFiatAccount(ctx, tx, input))
      return { data: { id: accountId } }
    },
  )
}
