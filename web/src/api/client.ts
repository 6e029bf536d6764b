import type { Answer, Data, EndpointName, Sent } from '@verso/protocol/endpoints'
import { ApiError, readAnswer, sessionEnded, unreachable } from './api-error.ts'
import { knownAnswers } from './known-answers.ts'
import { refreshSession } from './refresh-session.ts'
import { accessToken, followOtherTabs, isCurrent, pageSession } from './session.ts'

type CallOptions = {
  signal?: AbortSignal | undefined
  /** Makes a repeated call safe: same key and body, same answer. See `newIdempotencyKey`. */
  idempotencyKey?: string
  /** Without the bearer token, so that a 401 is an answer and not an expired session. */
  isPublic?: boolean
}

type Arguments<Name extends EndpointName> =
  Record<never, never> extends Sent<Name>
    ? [name: Name, options?: Sent<Name> & CallOptions]
    : [name: Name, options: Sent<Name> & CallOptions]

/** The same for every call, as it goes over the wire. */
type Request = CallOptions & {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** The answer is no JSON: a file. */
  isText?: boolean
}

/** One key per intention of the person: made when a form opens or a button is pressed, kept for its repeats. `randomUUID` needs HTTPS. */
export const newIdempotencyKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-')

type StepUp = () => Promise<boolean>
let askForStepUp: StepUp = async () => false
/** Tells the client how to ask for a second factor; resolves to true once it was given. */
export function onStepUpNeeded(ask: StepUp): void {
  askForStepUp = ask
}

function urlOf(path: string, { params, query = {} }: Request): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const url = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const text = search.toString()
  return text ? `${url}?${text}` : url
}

declare global {
  var earlyAnswers: { token: string | null; answers: Record<string, Promise<Response>> } | undefined
}

/** From here on what the head has asked for is old; how long the way to this code took does not count. */
const EARLY_UNTIL_MS = performance.now() + 10_000

/** The answer that the page's head has asked for already (first-script.js), once, if it is this call's or everybody's. */
function takeEarlyAnswer(method: string, url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers
  // An answer that is left over is never served later: to another session, or to a member who comes back to a screen.
  if (early?.token !== accessToken() || performance.now() > EARLY_UNTIL_MS) {
    globalThis.earlyAnswers = undefined
    return undefined
  }
  if (method !== 'GET' || (token && token !== early.token)) return undefined
  const answer = early.answers[url]
  delete early.answers[url]
  return answer
}

const JSON_TYPE = 'application/json'

async function send(name: EndpointName, options: Request): Promise<unknown> {
  const [method, path] = name.split(' ') as [string, string]
  const url = urlOf(path, options)
  const headers: Record<string, string> = { Accept: JSON_TYPE }
  const token = options.isPublic ? null : accessToken()
  if (token) headers.Authorization = `Bearer ${token}`
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  const body = JSON.stringify(options.body)
  if (body) headers['Content-Type'] = JSON_TYPE
  const early = takeEarlyAnswer(method, url, token)
  const isKept = method === 'GET' && token && !options.isText
  const known = isKept ? knownAnswers(token).get(url) : undefined
  if (known && !early) headers['If-None-Match'] = known.etag
  const response = await (early ?? fetch(url, { method, headers, body, signal: options.signal })).catch(() => {
    throw unreachable()
  })
  // A public call answers a token that has ended as it answers a visitor: the member's own bookmarks are missing.
  if (token && response.ok && response.headers.has('WWW-Authenticate'))
    throw new ApiError(401, { code: 'unauthorized' })
  if (known && response.status === 304) return known.body
  if (options.isText && response.ok) return response.text()
  const answer = await readAnswer(response)
  const etag = response.headers.get('ETag')
  if (isKept && etag) knownAnswers(token).set(url, { etag, body: answer })
  return answer
}

/**
 * One call to the API. An expired access token is renewed once and the call repeated (docs/rules.md R49); a call that needs a second
 * factor asks for it and is repeated (docs/rules.md R56).
 */
async function request(name: EndpointName, options: Request = {}): Promise<unknown> {
  if (options.isPublic) return send(name, options)
  const session = pageSession()
  followOtherTabs()
  // A call of one member is never made as another: by then the page may belong to another session.
  const sendInSession = async () => {
    if (!isCurrent(session)) throw sessionEnded()
    return send(name, options)
  }
  const sendRenewed = () => {
    const token = accessToken()
    return repeatAfter(sendInSession, async (error) => {
      if (!isCurrent(session) || error.status !== 401 || !token) return false
      await refreshSession(token)
      return true
    })
  }
  // Around the renewal: an expired token is renewed before a second factor is asked for.
  return repeatAfter(
    sendRenewed,
    async (error) => isCurrent(session) && error.code === 'step_up_required' && askForStepUp(),
  )
}

/** Does it once more when `mend` has removed what stood in the way. */
async function repeatAfter<T>(work: () => Promise<T>, mend: (error: ApiError) => Promise<boolean>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !(await mend(error))) throw error
    return work()
  }
}

/** A call whose answer is taken with its envelope: a page of a list. */
export const callList = <Name extends EndpointName>(...[name, options]: Arguments<Name>): Promise<Answer<Name>> =>
  request(name, options) as Promise<Answer<Name>>

/** A call of the API, by its name in the protocol: what it takes and what it answers is declared there. */
export const call = async <Name extends EndpointName>(...[name, options]: Arguments<Name>): Promise<Data<Name>> =>
  ((await request(name, options)) as { data: Data<Name> }).data

/** A call that answers with a file. */
export const callText = (name: Extract<EndpointName, `${string}.csv`>) =>
  request(name, { isText: true }) as Promise<string>
