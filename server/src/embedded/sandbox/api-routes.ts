import { DEV_OUTCOMES } from '@verso/protocol/money/payments'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { cancelPayment, decide, findPayment, openPayment, refundBody, refundPayment, sessionBody } from './payments.ts'
import type { SandboxContext } from './sandbox-context.ts'
import type { SandboxPayment } from './store.ts'

const idParams = z.object({ id: z.uuid() })
const sinceQuery = z.object({ since: z.iso.datetime().transform((text) => new Date(text)), after: z.uuid().optional() })
const PAGE = 500
const decideBody = z.object({ outcome: z.enum(DEV_OUTCOMES) })

/** The provider's API for merchants, with their key. */
export function apiRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isKey(request.headers.authorization, sandbox.apiKey)) return reply.status(401).send({ error: 'unauthorized' })
  }
  app.get('/v1/health', { onRequest }, async () => ({ ok: true }))
  app.post('/v1/sessions', { onRequest }, async (request) => {
    const payment = await openPayment(sandbox, sessionBody.parse(request.body))
    return { order_id: payment.order_id, path: `/pay/${payment.payment_id}` }
  })
  app.get('/v1/payments', { onRequest }, async (request) => {
    const { since, after } = sinceQuery.parse(request.query)
    let query = sandbox.db.selectFrom('sandbox.payments').selectAll().where('updated_at', '>=', since)
    // By id, so that a page is not disturbed by what changes meanwhile.
    if (after) query = query.where('payment_id', '>', after)
    const rows = await query.orderBy('payment_id').limit(PAGE).execute()
    const last = rows.length === PAGE ? rows.at(-1) : undefined
    return { data: rows.map(present), next: last?.payment_id ?? null }
  })
  app.get('/v1/payments/:id', { onRequest }, async (request, reply) => {
    const { id } = idParams.parse(request.params)
    const payment = await findPayment(sandbox, id)
    if (!payment) return answer(reply, payment)
    return { ...present(payment), refunds: await listMadeRefunds(sandbox, id) }
  })
  app.post('/v1/payments/:id/cancel', { onRequest }, async (request, reply) =>
    answer(reply, await cancelPayment(sandbox, idParams.parse(request.params).id)),
  )
  app.post('/v1/payments/:id/decide', { onRequest }, async (request, reply) => {
    const { outcome } = decideBody.parse(request.body)
    return answer(reply, await decide(sandbox, idParams.parse(request.params).id, outcome))
  })
  app.post('/v1/refunds', { onRequest }, async (request, reply) => {
    const refund = await refundPayment(sandbox, refundBody.parse(request.body))
    return refund
      ? { refund_ref: refund.refund_ref, state: refund.state }
      : reply.status(404).send({ error: 'not found' })
  })
}

const listMadeRefunds = (sandbox: SandboxContext, paymentId: string) =>
  sandbox.db
    .selectFrom('sandbox.refunds')
    .select(['refund_id', 'refund_ref', 'state', 'amount_cents'])
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'done')
    .execute()

const answer = (reply: FastifyReply, payment: SandboxPayment | undefined) =>
  payment ? present(payment) : reply.status(404).send({ error: 'not found' })

const present = (payment: SandboxPayment) => ({
  payment_id: payment.payment_id,
  order_id: payment.order_id,
  state: payment.state,
  amount_cents: payment.paid_amount_cents ?? payment.amount_cents,
  currency: payment.currency,
  commodity: payment.commodity,
  receiver: payment.paid_receiver ?? payment.receiver,
  fee_cents: payment.fee_cents,
  metadata: payment.metadata,
  tx_id: payment.tx_id,
  updated_at: payment.updated_at.toISOString(),
})

function isKey(header: string | undefined, apiKey: string): boolean {
  const [given, expected] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${apiKey}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
