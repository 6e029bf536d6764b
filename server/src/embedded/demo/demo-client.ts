import { setTimeout as sleep } from 'node:timers/promises'
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
  // oxlint-disable-next-line typescript/no-explicit-any -- the API's answers, whose shapes its own schemas check
  call(method: string, path: string, body?: object | FormData): Promise<any>
}

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
  const sendOnce = (token: string, method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    return fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
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
  return {
    userId,
    call: async (method, path, body) => {
      let answer = await send(token, method, path, body)
      // An access token ends after ten minutes; on a slow machine the demo takes longer.
      if (answer.status === 401) {
        token = await signIn()
        answer = await send(token, method, path, body)
      }
      const json = answer.status === 204 ? undefined : ((await answer.json()) as { data?: unknown; errors?: unknown })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(json?.errors)}`)
      return json?.data
    },
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
