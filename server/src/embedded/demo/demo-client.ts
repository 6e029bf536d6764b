import { inTransaction } from '../../db/client.ts'
import type { Context } from '../../context.ts'
import { openSession } from '../../identity/sessions/open-session.ts'

/** How the sessions of demo members name themselves; they end with the demo. */
export const DEMO_DEVICE = 'Demo content'
const WAIT_STEP_MS = 50
const WAIT_MAX_MS = 300_000

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
  const origin = `http://127.0.0.1:${ctx.config.ports[site]}`
  const send = (token: string, method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    return fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
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

/** Waits for work that a job does; demo content is made by the same jobs as everything else. */
export async function waitUntil(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += WAIT_STEP_MS) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
  }
  throw new Error(`demo content: ${what} did not happen within ${WAIT_MAX_MS / 1000} s`)
}

/** Runs `work` for all items, at most `width` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
