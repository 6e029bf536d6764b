import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { after } from '../../clock.ts'
import { findScript, isCardNumber } from './card-scripts.ts'
import { renderPayPage } from './page/render-pay-page.ts'
import { cancelPayment, type Change, findPayment, movePayment } from './payments.ts'
import type { SandboxContext } from './sandbox-context.ts'
import type { SandboxPayment } from './store.ts'

const idParams = z.object({ id: z.uuid() })
const pageQuery = z.object({
  origin: z.string().optional(),
  theme: z.enum(['dark', 'light', 'system']).optional().catch(undefined),
})
const cardBody = z.object({
  number: z.string().transform((text) => text.replaceAll(/\D/g, '')),
  expiry: z.string().max(10),
  cvc: z.string().regex(/^\d{3,4}$/, 'The security code is incomplete.'),
  name: z.string().trim().min(1, 'Enter the name on the card.').max(140),
})
const challengeBody = z.object({ result: z.enum(['ok', 'fail']) })

const CRYPTO_CONFIRMATION_MS = 3_000
/** A payment in one of these still takes a card. */
const OPEN: readonly string[] = ['created', 'failed', 'failover']

/** The page people pay on, and the calls it makes; any caller with the payment's id may pay it. */
export function pageRoutes(app: FastifyInstance, sandbox: SandboxContext): void {
  app.get('/pay/:id', async (request, reply) => {
    const params = idParams.safeParse(request.params)
    const payment = params.success ? await findPayment(sandbox, params.data.id) : undefined
    const { origin, theme } = pageQuery.parse(request.query)
    const ancestors = sandbox.frameAncestors()
    const parentOrigin = origin && ancestors.includes(origin) ? origin : null
    const html = await renderPayPage({ payment, brand: sandbox.brand, parentOrigin, theme: theme ?? 'dark' })
    return reply
      .status(payment ? 200 : 404)
      .header('content-security-policy', contentSecurityPolicy(ancestors))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  })
  app.get('/pay/:id/state', async (request, reply) =>
    answer(sandbox, reply, await findPayment(sandbox, idParams.parse(request.params).id)),
  )
  app.post('/pay/:id/card', async (request, reply) => {
    const payment = await getOpenPayment(sandbox, idParams.parse(request.params).id)
    if (!payment) return closed(reply)
    const card = cardBody.safeParse(request.body)
    if (!card.success) return refuse(reply, card.error.issues[0]?.message ?? 'Check the card.')
    if (!isCardNumber(card.data.number)) return refuse(reply, 'The card number is not valid.')
    if (!isInFuture(card.data.expiry, sandbox.clock.now())) return refuse(reply, 'The expiry date is in the past.')
    const script = findScript(card.data.number)
    if (!script) return refuse(reply, 'This is no test card. Try 4242 4242 4242 4242.')
    const change: Change = {
      card_last4: card.data.number.slice(-4),
      decline_code: null,
      next_state: null,
      next_state_at: null,
      ...script.change?.(payment, sandbox.clock.now()),
    }
    return answer(sandbox, reply, await movePayment(sandbox, payment.payment_id, script.state, change))
  })
  app.post('/pay/:id/challenge', async (request, reply) => {
    const payment = await findPayment(sandbox, idParams.parse(request.params).id)
    if (payment?.state !== 'requires_action') return closed(reply)
    const { result } = challengeBody.parse(request.body)
    const decline_code = result === 'ok' ? null : 'Your bank did not confirm the payment.'
    const state = result === 'ok' ? 'succeeded' : 'failed'
    return answer(sandbox, reply, await movePayment(sandbox, payment.payment_id, state, { decline_code }))
  })
  app.post('/pay/:id/crypto', async (request, reply) => {
    const payment = await getOpenPayment(sandbox, idParams.parse(request.params).id)
    if (!payment) return closed(reply)
    const next = { next_state: 'succeeded', next_state_at: after(sandbox.clock.now(), CRYPTO_CONFIRMATION_MS) } as const
    return answer(sandbox, reply, await movePayment(sandbox, payment.payment_id, 'pending', next))
  })
  app.post('/pay/:id/cancel', async (request, reply) =>
    answer(sandbox, reply, await cancelPayment(sandbox, idParams.parse(request.params).id)),
  )
}

/** The payment while it takes money; one whose time is over becomes expired here. */
async function getOpenPayment(sandbox: SandboxContext, id: string): Promise<SandboxPayment | undefined> {
  const payment = await findPayment(sandbox, id)
  if (!payment || !OPEN.includes(payment.state)) return undefined
  if (payment.expires_at > sandbox.clock.now()) return payment
  await movePayment(sandbox, id, 'expired')
  return undefined
}

const WIDGET_STATUS: Partial<Record<SandboxPayment['state'], string>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'success',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'canceled',
  failover: 'failover',
}

function answer(sandbox: SandboxContext, reply: FastifyReply, payment: SandboxPayment | undefined) {
  if (!payment) return reply.status(404).send({ error: 'This payment does not exist.' })
  return reply.header('cache-control', 'no-store').send({
    state: payment.state,
    message: payment.state === 'failed' ? (payment.decline_code ?? 'The payment failed.') : null,
    seconds_left: Math.max(0, Math.floor((payment.expires_at.getTime() - sandbox.clock.now().getTime()) / 1000)),
    event: {
      status: WIDGET_STATUS[payment.state] ?? null,
      payment_id: payment.payment_id,
      order_id: payment.order_id,
      tx_id: payment.tx_id,
    },
  })
}

const refuse = (reply: FastifyReply, error: string) => reply.status(422).send({ error })
const closed = (reply: FastifyReply) => reply.status(409).send({ error: 'This payment is closed.' })

/** "12 / 34" → still valid in this month? */
function isInFuture(expiry: string, now: Date): boolean {
  const match = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(expiry)
  const month = Number(match?.[1])
  if (!match || month < 1 || month > 12) return false
  const year = Number(match[2]) % 100
  return year * 12 + month >= (now.getUTCFullYear() % 100) * 12 + now.getUTCMonth() + 1
}

const contentSecurityPolicy = (ancestors: readonly string[]): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors.join(' ') || "'none'"}`
