import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src/clock.ts'
import { type Answer, createIdempotentAnswers } from './idempotent-answers.ts'
import { StripeAccount, type StripeEvent } from './stripe-account.ts'

export const STRIPE_SECRET = 'whsec_stand_in'

type Fault = { method: string; path: string; status: number; isExecuted: boolean }
export type StripeStandIn = {
  url: string
  account: StripeAccount
  /** `POST /v1/refunds` and so on, in order. */
  calls: string[]
  /**
   * The next call of this path (a POST unless told otherwise) answers so. `isExecuted`: after it was carried out, so that only its answer is lost.
   * Status 0 gives no answer at all.
   */
  failNext(path: string, fault?: Partial<Omit<Fault, 'path'>>): void
  /** An event as Stripe would post it. */
  sign(event: StripeEvent): { headers: Record<string, string>; payload: string }
  stop(): Promise<void>
}

/** Stands for Stripe, and keeps the rules of its documents: see `StripeAccount` and `createIdempotentAnswers`. */
export async function startStripeStandIn(clock: Clock): Promise<StripeStandIn> {
  const account = new StripeAccount(clock)
  const answerOnce = createIdempotentAnswers(clock)
  const calls: string[] = []
  const faults: Fault[] = []
  const server = createServer(async (request, response) => {
    const { path, query, form } = await readRequest(request)
    calls.push(`${request.method} ${path}`)
    const fault = faults.findIndex((each) => each.path === path && each.method === request.method)
    const [failed] = fault < 0 ? [] : faults.splice(fault, 1)
    const execute = () => carryOut(account, `${request.method}`, path, { query, form })
    const isLost = failed?.status === 0
    if (isLost && !failed.isExecuted) return void response.destroy()
    const answer = answerOnce(keyOf(request), `${path}?${form}`, () => {
      if (!failed || isLost) return execute()
      if (failed.isExecuted) execute()
      return { status: failed.status, body: { error: { type: 'api_error' } } }
    })
    if (isLost) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    calls,
    failNext: (path, fault = {}) =>
      void faults.push({ method: 'POST', path, status: 500, isExecuted: false, ...fault }),
    sign: (event) => {
      const payload = JSON.stringify(event)
      const seconds = Math.floor(clock.now().getTime() / 1000)
      const v1 = createHmac('sha256', STRIPE_SECRET).update(`${seconds}.${payload}`).digest('hex')
      return { payload, headers: { 'stripe-signature': `t=${seconds},v1=${v1}`, 'content-type': 'application/json' } }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const keyOf = ({ method, headers }: IncomingMessage): string | undefined =>
  method === 'POST' ? headers['idempotency-key']?.toString() : undefined

async function readRequest(request: IncomingMessage) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe.test')
  return { path: pathname, query: searchParams, form: new URLSearchParams(body) }
}

type Input = { query: URLSearchParams; form: URLSearchParams }

function carryOut(account: StripeAccount, method: string, path: string, { query, form }: Input): Answer {
  const [, , resource, id, action] = path.split('/')
  if (path === '/v1/balance') return { status: 200, body: { object: 'balance' } }
  if (path === '/v1/events') return { status: 200, body: listEvents(account, query) }
  if (resource === 'refunds') {
    if (method === 'POST') return account.createRefund(form)
    return { status: 200, body: { data: account.refundsOf(query.get('payment_intent') ?? ''), has_more: false } }
  }
  if (resource === 'disputes')
    return { status: 200, body: { data: account.disputesOf(query.get('payment_intent') ?? ''), has_more: false } }
  if (resource !== 'payment_intents') return { status: 404, body: { error: { code: 'resource_missing' } } }
  if (method === 'POST') return id ? account.cancelIntent(id) : account.createIntent(form)
  if (id === 'search') return { status: 200, body: search(account, query) }
  if (!id || action) return { status: 200, body: listIntents(account, query) }
  const intent = account.intents.get(id)
  if (!intent) return { status: 404, body: { error: { code: 'resource_missing' } } }
  return { status: 200, body: account.show(intent, { expanded: query.has('expand[]') }) }
}

function search(account: StripeAccount, query: URLSearchParams) {
  const [, paymentId] = /metadata\['payment_id'\]:'([^']+)'/.exec(query.get('query') ?? '') ?? []
  const found = [...account.intents.values()].filter((intent) => intent.metadata.payment_id === paymentId)
  return { data: found.map((intent) => account.show(intent)), has_more: false }
}

function listIntents(account: StripeAccount, query: URLSearchParams) {
  const since = Number(query.get('created[gte]') ?? 0)
  const found = [...account.intents.values()].filter((intent) => intent.created >= since).reverse()
  return page(found, query, (intent) => account.show(intent))
}

function listEvents(account: StripeAccount, query: URLSearchParams) {
  const [types, since] = [query.getAll('types[]'), Number(query.get('created[gte]') ?? 0)]
  const found = account.events.filter((event) => types.includes(event.type) && event.created >= since).reverse()
  return page(found, query, (event) => event)
}

/** Newest first, as Stripe lists everything. */
function page<T extends { id: string }>(rows: T[], query: URLSearchParams, show: (row: T) => unknown) {
  const from = rows.findIndex((row) => row.id === query.get('starting_after')) + 1
  const limit = Number(query.get('limit') ?? 10)
  return { data: rows.slice(from, from + limit).map(show), has_more: rows.length > from + limit }
}
