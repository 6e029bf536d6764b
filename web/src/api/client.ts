import { ApiError } from './api-error.ts'
import { knownAnswers } from './known-answers.ts'
import { refreshSession } from './refresh-session.ts'
import { accessToken, followOtherTabs, isCurrent, pageSession } from './session.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type QueryValue = string | number | boolean | null | undefined

export type CallOptions = {
  body?: unknown
  query?: Record<string, QueryValue>
  signal?: AbortSignal
  /** Makes a repeated call safe: same key and body, same answer. See `newIdempotencyKey`. */
  idempotencyKey?: string
  /** The answer is no JSON: a file. */
  isText?: boolean
  /** Without the bearer token, so that a 401 is an answer and not an expired session. */
  isPublic?: boolean
}

export type Listing<T> = { data: T[]; meta: { next_cursor: string | null; total: number } }

/** One key per intention of the person: made when a form opens or a button is pressed, kept for its repeats. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

type StepUp = () => Promise<boolean>
let askForStepUp: StepUp = async () => false
/** Tells the client how to ask for a second factor; resolves to true once it was given. */
export function onStepUpNeeded(ask: StepUp): void {
  askForStepUp = ask
}

export function apiUrl(path: string, query: CallOptions['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  const text = params.toString()
  return text ? `${path}?${text}` : path
}

/** The parsed body of an answer, or an ApiError. */
export async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body
  throw new ApiError(response.status, (body ?? {}) as object, response.headers.get('Retry-After'))
}

declare global {
  var earlyAnswers: { token: string | null; answers: Record<string, Promise<Response>> } | undefined
}

/** From here on what the head has asked for is old; how long the way to this code took does not count. */
const EARLY_UNTIL_MS = performance.now() + 10_000

/** The answer that the page's head has asked for already (first-script.js), once, if it is this call's or everybody's. */
function takeEarlyAnswer(method: Method, url: string, token: string | null): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers
  // What is left over is never served later: to another session, or to who comes back to a screen.
  if (early?.token !== accessToken() || performance.now() > EARLY_UNTIL_MS) {
    globalThis.earlyAnswers = undefined
    return undefined
  }
  if (method !== 'GET' || (token && token !== early.token)) return undefined
  const answer = early.answers[url]
  delete early.answers[url]
  return answer
}

async function send(method: Method, path: string, options: CallOptions): Promise<unknown> {
  const url = apiUrl(path, options.query)
  const headers = new Headers({ Accept: 'application/json' })
  const token = options.isPublic ? null : accessToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const isForm = options.body instanceof FormData
  if (options.body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  const body =
    options.body === undefined ? undefined : isForm ? (options.body as FormData) : JSON.stringify(options.body)
  const early = takeEarlyAnswer(method, url, token)
  const isKept = method === 'GET' && token && !options.isText
  const known = isKept ? knownAnswers(token).get(url) : undefined
  if (known && !early) headers.set('If-None-Match', known.etag)
  const response = await (early ?? fetch(url, { method, headers, body, signal: options.signal })).catch(
    (error: unknown) => {
      if (options.signal?.aborted) throw error
      throw new ApiError(0, { code: 'unreachable' })
    },
  )
  // What is open to all answers a token that has ended as it answers a visitor: the member's own bookmarks are missing.
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
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  if (options.isPublic) return (await send(method, path, options)) as T
  const session = pageSession()
  followOtherTabs()
  // What was asked for one member is never done as another: by then the page may belong to another session.
  const sendInSession = async () => {
    if (!isCurrent(session)) throw new ApiError(401, { code: 'session_replaced' })
    return (await send(method, path, options)) as T
  }
  const token = accessToken()
  try {
    return await sendInSession()
  } catch (error) {
    if (!(error instanceof ApiError) || !isCurrent(session)) throw error
    if (error.status === 401 && token) {
      await refreshSession(token)
      return sendInSession()
    }
    if (error.status === 403 && error.meta.step_up === true && (await askForStepUp())) return sendInSession()
    throw error
  }
}

const dataOf = async <T>(answer: Promise<{ data: T } | null>): Promise<T> => (await answer)?.data as T

export const api = {
  get: <T>(path: string, options?: CallOptions) => dataOf<T>(call('GET', path, options)),
  text: (path: string) => call<string>('GET', path, { isText: true }),
  list: <T>(path: string, options?: CallOptions) => call<Listing<T>>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => dataOf<T>(call('POST', path, { ...options, body })),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => dataOf<T>(call('PUT', path, { ...options, body })),
  delete: <T>(path: string, options?: CallOptions) => dataOf<T>(call('DELETE', path, options)),
}
