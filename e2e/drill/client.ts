import { Agent, request } from 'node:https'
import type { Context } from '../../server/src/context.ts'
import { isDatabaseAway } from '../../server/src/db/client.ts'
import { buildMember, type Member, type MemberOptions } from '../../server/test/build-member.ts'
import { NAMES } from './layout.ts'
import { until } from './until.ts'

type Site = keyof typeof NAMES
type Call = {
  site?: Site
  method?: string
  path: string
  token?: string
  body?: object | FormData
  /** Under which the same may be asked again. */
  key?: string
}
export type Client = {
  /** @returns the status, and 0 with the reason where there was no answer */
  send(call: Call): Promise<{ status: number; text: string }>
  // oxlint-disable-next-line typescript/no-explicit-any -- the API's answers, whose shapes its own schemas check
  call(call: Call): Promise<any>
  close(): void
}

/** Asks the product by its names through the proxy, as browsers do, over connections that are kept. */
export function openClient(port: string, ca: string): Client {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 64 })
  const send: Client['send'] = async ({ site = 'public', method = 'GET', path, token, body, key }) => {
    const form = body instanceof FormData ? new Response(body) : undefined
    const bytes = form ? Buffer.from(await form.arrayBuffer()) : body && Buffer.from(JSON.stringify(body))
    const headers = {
      host: `${NAMES[site]}:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
      ...(bytes && {
        'content-type': form?.headers.get('content-type') ?? 'application/json',
        'content-length': bytes.length,
      }),
    }
    return new Promise((resolve) => {
      const fail = (error: Error) => resolve({ status: 0, text: `${method} ${path}: ${error.message}` })
      const target = { host: '127.0.0.1', port, servername: NAMES[site], agent, method, path, headers }
      request({ ...target, timeout: 30_000 }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', fail)
      })
        .on('timeout', function (this: { destroy(error: Error): void }) {
          this.destroy(new Error('no answer within 30 s'))
        })
        .on('error', fail)
        .end(bytes)
    })
  }
  return {
    send,
    call: callBy(send),
    close: () => agent.destroy(),
  }
}

/** @returns what answers with data, or throws */
export const callBy =
  (send: Client['send']): Client['call'] =>
  async (call) => {
    const { status, text } = await send(call)
    if (status < 200 || status > 299)
      throw new Error(`${call.method ?? 'GET'} ${call.path} was answered ${status}: ${text.slice(0, 300)}`)
    return text === '' ? undefined : (JSON.parse(text) as { data?: unknown }).data
  }

export type Person = {
  id: string
  email: string
  token: string
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  call(method: string, path: string, body?: object | FormData): Promise<any>
}

/** A member who is signed in. How one signs up is not what the drill looks at. */
export async function openPerson(
  ctx: Context,
  client: Client,
  { isAdmin = false, ...options }: MemberOptions = {},
): Promise<Person> {
  const { id, email, tokens } = await buildInsistently(ctx, { isAdmin, ...options })
  const site = isAdmin ? 'admin' : 'public'
  const token = tokens.access
  return { id, email, token, call: (method, path, body) => client.call({ site, method, path, token, body }) }
}

/** Straight in the database, which may be about to get another primary. */
async function buildInsistently(ctx: Context, options: MemberOptions): Promise<Member> {
  let member: Member | undefined
  await until('a member is made', async () => {
    member = await buildMember({ ctx }, options).catch((error: unknown) => {
      if (isDatabaseAway(error)) return undefined
      throw error
    })
    return member !== undefined
  })
  return member as Member
}
