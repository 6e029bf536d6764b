import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { onSessionLost } from './refresh-session.ts'
import { accessToken, endSession, sessionKind, startFullSession } from './session.ts'

type Answering = (signal?: AbortSignal | null) => Response | Promise<Response>

const REFRESH = '/api/auth/token/refresh/'
const denied = () => Response.json({ errors: ['no'], code: 'unauthorized', request_id: '1' }, { status: 401 })
const renewed = () => Response.json({ data: { access: 'new', refresh: 'r2' } })
const leave = vi.fn()
/** When each refresh was sent, and what was presented. */
let refreshes: { atMs: number; body: unknown }[] = []
let answers: Answering[] = []
let endedAtMs: number[] = []
let startMs = 0

/** An answer that does not come by itself: the request ends by its time. */
const neverAnswered: Answering = (signal) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => {
      endedAtMs.push(Date.now() - startMs)
      reject(new DOMException('', 'AbortError'))
    }),
  )

const answeredAfter =
  (ms: number): Answering =>
  () =>
    new Promise((resolve) => setTimeout(() => resolve(renewed()), ms))

beforeEach(() => {
  vi.useFakeTimers()
  startMs = Date.now()
  refreshes = []
  endedAtMs = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== REFRESH)
      return new Headers(init.headers).get('Authorization') === 'Bearer new'
        ? Response.json({ data: 'mine' })
        : denied()
    refreshes.push({ atMs: Date.now() - startMs, body: JSON.parse(String(init.body)) })
    return (answers.shift() ?? neverAnswered)(init.signal)
  })
  startFullSession({ access: 'old', refresh: 'r1' })
  leave.mockClear()
  onSessionLost(leave)
})

afterEach(() => {
  answers = []
  endSession()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ask = async () => {
  const calls = Promise.allSettled([call('GET /api/accounts/credits/'), call('GET /api/accounts/earnings/')])
  await vi.advanceTimersByTimeAsync(30_000)
  return calls
}
const MINE = { status: 'fulfilled', value: 'mine' }
const UNREACHABLE = { status: 'rejected', reason: { status: 0, code: 'unreachable' } }

test.each<[string, Answering[]]>([
  ['never comes', [neverAnswered, renewed]],
  ['is lost with the connection', [() => Promise.reject(new TypeError('network')), renewed]],
  ['comes only after the second was sent', [answeredAfter(5_000), neverAnswered]],
  ['is not the server’s', [() => new Response('<h1>Sign in to this network</h1>'), renewed]],
])('a renewal whose answer %s is asked for again while the used token still has its successor', async (_, given) => {
  answers = given
  expect(await ask()).toMatchObject([MINE, MINE])
  expect(refreshes).toEqual([
    { atMs: 0, body: { refresh: 'r1' } },
    { atMs: 3_000, body: { refresh: 'r1' } },
  ])
  expect(accessToken()).toBe('new')
})

test('without any answer all calls end, the member stays signed in, and the next call renews', async () => {
  expect(await ask()).toMatchObject([UNREACHABLE, UNREACHABLE])
  expect(refreshes.map(({ atMs }) => atMs)).toEqual([0, 3_000, 6_000])
  expect(endedAtMs).toEqual([10_000, 10_000, 10_000])
  expect([sessionKind(), leave.mock.calls]).toEqual(['member', []])
  answers = [renewed]
  expect(await ask()).toMatchObject([MINE, MINE])
})
