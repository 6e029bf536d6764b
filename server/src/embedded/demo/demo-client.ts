import { setTimeout as sleep } from 'node:timers/promises'
import type { Data, EndpointName, Sent } from '@verso/protocol/endpoints'
import { ownOrigin } from '../../config/hosts.ts'
import { inTransaction } from '../../db/client.ts'
import type { Context } from '../../context.ts'
import { openSession } from '../../identity/sessions/open-session.ts'

/** How the sessions of demo members name themselves; they end with the demo. */
export const DEMO_DEVICE = 'Demo content'
/** A machine that is busy with other work answers late, and is asked again: a first start does not end for it. */
const BUSY = 503
const BUSY_TRIES = 30
const BUSY_PAUSE_MS = 1_000

/** A member at work: calls the running product's own API, as a browser would. */
export type DemoClient = {
  userId: string
  call<Name extends EndpointName>(name: Name, ...[sent]: Arguments<Name>): Promise<Data<Name>>
  upload(form: FormData): Promise<Data<'POST /api/files/'>>
}
/** The parts of any call, as the demo sends them: none has a query. */
type Parts = { params?: Record<string, string>; body?: unknown }
type Arguments<Name extends EndpointName> =
  Record<never, never> extends Sent<Name> ? [sent?: Sent<Name>] : [sent: Sent<Name>]

/** A signed-in client for one demo member. `site` admin reaches `/api/admin/…`. */
export async function openDemoClient(
  ctx: Context,
  userId: string,
  site: 'public' | 'admin' = 'public',
): Promise<DemoClient> {
  const signIn = async () => {
    const device = { userAgent: DEMO_DEVICE, address: '' }
    const { tokens } = await inTransaction(ctx.db, (tx) => openSession(ctx, tx, { userId, kind: 'FULL', device }))
    return tokens.access
  }
  const origin = ownOrigin(ctx.config.host, ctx.config.ports[site])
  const sendOnce = (token: string, method: string, path: string, body: FormData | string | undefined) => {
    const isJson = typeof body === 'string'
    const headers = { authorization: `Bearer ${token}`, ...(isJson && { 'content-type': 'application/json' }) }
    return fetch(origin + path, { method, headers, body: body ?? null })
  }
  const send = async (...request: Parameters<typeof sendOnce>): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await sendOnce(...request)
      if (answer.status !== BUSY || attempt === BUSY_TRIES) return answer
      await answer.body?.cancel()
      await sleep(BUSY_PAUSE_MS)
    }
  }
  let token = await signIn()
  const request = async (name: EndpointName, { params = {}, body }: Parts = {}): Promise<unknown> => {
    const [method, template] = name.split(' ') as [string, string]
    const path = template.replace(/{(\w+)}/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
    const sent = body instanceof FormData ? body : JSON.stringify(body)
    let answer = await send(token, method, path, sent)
    // An access token ends after ten minutes; on a slow machine the demo takes longer.
    if (answer.status === 401) {
      token = await signIn()
      answer = await send(token, method, path, sent)
    }
    const { data, errors } = (await answer.json()) as { data?: unknown; errors?: unknown }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(errors)}`)
    return data
  }
  return {
    userId,
    call: async <Name extends EndpointName>(name: Name, ...[sent]: Arguments<Name>) =>
      (await request(name, sent as Parts | undefined)) as Data<Name>,
    upload: async (body) => (await request('POST /api/files/', { body })) as Data<'POST /api/files/'>,
  }
}

export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs what it is given, at most `width` at a time, in the order of asking. */
export function createLimit(width: number): Limit {
  const waiting: (() => void)[] = []
  let free = width
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
