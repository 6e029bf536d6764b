import { wholeList } from '@verso/protocol/envelope'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/client.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { idempotently } from '../../http/idempotency.ts'
import { metaOf } from '../../http/page.ts'
import { route } from '../../http/route.ts'
import { type By, changeWebhook, createWebhook, deleteWebhook, rotateSecret, setPaused } from './change-webhook.ts'
import { getWebhook, listDeliveries, listWebhooks, presentDelivery, presentWebhook } from './queries.ts'
import { redeliver, sendTest } from './send-again.ts'

const byOf = (request: FastifyRequest): By => ({ actorId: viewerOf(request).userId, requestId: request.id })

/** Addresses of other programs that are told what happens, and what they were told. */
export function adminWebhookRoutes(app: App, ctx: Context): void {
  webhookRoutes(app, ctx)
  deliveryRoutes(app, ctx)
}

function webhookRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/webhooks/', async () => wholeList((await listWebhooks(ctx.db)).map(presentWebhook)))
  // A secret is said once: not kept as an answer under an Idempotency-Key.
  route(app, 'POST /api/admin/webhooks/', async (request) => {
    const created = await inTransaction(ctx.db, (tx) => createWebhook(ctx, tx, request.body, byOf(request)))
    return { data: { ...presentWebhook(created.row), secret: created.secret } }
  })
  route(app, 'POST /api/admin/webhooks/{id}/rotate/', async (request) => {
    const rotated = await inTransaction(ctx.db, (tx) => rotateSecret(ctx, tx, request.params.id, byOf(request)))
    return { data: { ...presentWebhook(rotated.row), secret: rotated.secret } }
  })
  route(app, 'GET /api/admin/webhooks/{id}/', async (request) => ({
    data: presentWebhook(await getWebhook(ctx.db, request.params.id)),
  }))
  route(app, 'PUT /api/admin/webhooks/{id}/', (request) =>
    idempotently(ctx, request, async (tx) => ({
      data: presentWebhook(await changeWebhook(ctx, tx, request.params.id, request.body, byOf(request))),
    })),
  )
  route(app, 'DELETE /api/admin/webhooks/{id}/', (request) =>
    idempotently(ctx, request, async (tx) => {
      await deleteWebhook(ctx, tx, request.params.id, byOf(request))
      return { data: { id: request.params.id } }
    }),
  )
  for (const act of ['pause', 'resume'] as const)
    route(app, `POST /api/admin/webhooks/{id}/${act}/`, (request) =>
      idempotently(ctx, request, async (tx) => ({
        data: presentWebhook(await setPaused(ctx, tx, request.params.id, act === 'pause', byOf(request))),
      })),
    )
}

function deliveryRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/admin/webhooks/{id}/test/', (request) =>
    idempotently(ctx, request, async (tx) => ({
      data: presentDelivery(await sendTest(ctx, tx, request.params.id, byOf(request))),
    })),
  )
  route(app, 'GET /api/admin/webhooks/{id}/deliveries/', async (request) => {
    const { id } = await getWebhook(ctx.db, request.params.id)
    const { rows, ...page } = await listDeliveries(ctx.db, id, request.query)
    return { data: rows.map(presentDelivery), meta: metaOf(page) }
  })
  route(app, 'POST /api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver/', (request) =>
    idempotently(ctx, request, async (tx) => {
      const { id, delivery_id } = request.params
      return { data: presentDelivery(await redeliver(ctx, tx, id, delivery_id, byOf(request))) }
    }),
  )
}
