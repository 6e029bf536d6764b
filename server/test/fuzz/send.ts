import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { multipartBody } from '../build-nft.ts'
import type { TestApp } from '../test-app.ts'
import { BODY_DAMAGES } from './hostile-values.ts'
import { fill, Placeholder } from './placeholder.ts'
import type { Body, Drawn } from './requests.ts'
import type { World } from './world.ts'

const ANSWER_MS = 10_000

export type Sent = { method: 'GET'; url: string; headers: Record<string, string>; payload?: string | Buffer }
export type Given = { status: number; headers: Record<string, unknown>; text: string }

/** A drawn request with everything filled in, as it goes over the wire. */
export async function prepare(
  t: TestApp,
  world: World,
  drawn: Drawn,
  options: { pick: number; files: Buffer[] },
): Promise<Sent & { userId: string | undefined }> {
  const session = await world.sessionOf(drawn.caller, options.pick)
  const found = new Map<Placeholder, string>()
  for (const placeholder of placeholdersIn(drawn)) found.set(placeholder, await world.find(placeholder, session))
  const find = (placeholder: Placeholder) => found.get(placeholder)
  const path = drawn.operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const segment = drawn.segments[name]
    return segment instanceof Placeholder ? encodeURIComponent(find(segment) ?? '') : (segment ?? '')
  })
  const { headers, payload } = bodyOf(t, fill(drawn.body, find) as Body, options.files)
  const query = [queryText(fill(drawn.query, find) as [string, unknown][]), drawn.rawQuery].filter(Boolean).join('&')
  return {
    method: drawn.operation.method as 'GET',
    url: query ? `${path}?${query}` : path,
    headers: { ...(session && { authorization: `Bearer ${session.access}` }), ...headers, ...drawn.headers },
    ...(payload !== undefined && { payload }),
    userId: session?.userId,
  }
}

function placeholdersIn(value: unknown): Placeholder[] {
  if (value instanceof Placeholder) return [value]
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'operation' ? [] : placeholdersIn(each)))
}

const queryText = (query: [string, unknown][]): string =>
  query
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value).toWellFormed())}`)
    .join('&')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function bodyOf(
  t: TestApp,
  body: Body,
  files: Buffer[],
): { headers: Record<string, string>; payload?: string | Buffer | undefined } {
  if (body.kind === 'none') return { headers: {} }
  const damage = BODY_DAMAGES[body.damage] as (text: string) => string | Buffer
  if (body.kind === 'upload') {
    const whole = multipartBody({ bytes: files[body.file % files.length] as Buffer })
    if (body.damage === 'none') return whole
    return { headers: whole.headers, payload: damage(whole.payload.toString('latin1')) }
  }
  if (body.kind === 'event') {
    const event = { type: 'payment.updated', timestamp: 'now', data: { payment_id: body.payment, more: body.value } }
    const payload = damage(JSON.stringify(event))
    return { headers: eventHeaders(t, payload, body.isSigned), payload }
  }
  const payload = body.value === undefined ? '' : damage(JSON.stringify(body.value))
  return { headers: body.type === undefined ? {} : { 'content-type': body.type }, payload }
}

function eventHeaders(t: TestApp, payload: string | Buffer, isSigned: boolean): Record<string, string> {
  const at = new Date(Math.floor(t.clock.now().getTime() / 1000) * 1000)
  const id = `msg_${t.ctx.random.id()}`
  const secret = isSigned ? t.ctx.config.payments.webhookSecret : `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, at, payload.toString('utf8')),
  }
}

/** @throws Error when the server does not answer in time */
export async function send(t: TestApp, site: 'marketplace' | 'admin', sent: Sent): Promise<Given> {
  const app = site === 'admin' ? t.adminApp : t.app
  const { method, url, headers, payload } = sent
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS)
  try {
    const request = { method, url, headers, signal: limit.signal, ...(payload !== undefined && { payload }) }
    const answer = await app.inject(request)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: unpack(answer.rawPayload, answer.headers['content-encoding']),
    }
  } finally {
    clearTimeout(timer)
  }
}

function unpack(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
