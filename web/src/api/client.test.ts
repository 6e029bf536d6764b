import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { call, newIdempotencyKey, onStepUpNeeded } from './client.ts'
import { onSessionLost } from './refresh-session.ts'
import {
  accessToken,
  endSession,
  onSignedInElsewhere,
  refreshToken,
  sessionKind,
  startFullSession,
  startTemporarySession,
} from './session.ts'

type Sent = { path: string; token: string | null; body: unknown; etag?: string }
type Answer = { status: number; body: unknown; headers?: Record<string, string> }

const calls: Sent[] = []
let answer: (sent: Sent) => Answer = () => ({ status: 200, body: { data: 'ok' } })

const CREDENTIALS = { username: 'nila@example.test', password: 'demo-pass' }
const REFRESH = '/api/auth/token/refresh/'
const denied = (status: number, code = 'x'): Answer => ({
  status,
  body: { errors: ['no'], code, request_id: '1' },
})
const ok = (data: unknown): Answer => ({ status: 200, body: { data } })

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('Authorization')
    const etag = new Headers(init.headers).get('If-None-Match')
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    const sent: Sent = { path, token, body, ...(etag && { etag }) }
    calls.push(sent)
    const { status, headers, ...answered } = answer(sent)
    return new Response(status === 304 ? null : JSON.stringify(answered.body), { status, headers })
  })
  startFullSession({ access: 'old', refresh: 'r1' })
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const onlyNewTokenIsGood = ({ path, token }: Sent) => {
  if (path === REFRESH) return ok({ access: 'new', refresh: 'r2' })
  return token === 'Bearer new' ? ok('mine') : denied(401)
}

test('calls that meet an expired token at the same time share one refresh and are all repeated', async () => {
  answer = onlyNewTokenIsGood
  expect(
    await Promise.all([
      call('GET /api/accounts/credits/'),
      call('GET /api/accounts/earnings/'),
      call('GET /api/accounts/fiats/'),
    ]),
  ).toEqual(['mine', 'mine', 'mine'])
  const refreshes = calls.filter((sent) => sent.path === REFRESH)
  expect(refreshes).toEqual([{ path: REFRESH, token: null, body: { refresh: 'r1' } }])
  expect([accessToken(), refreshToken()]).toEqual(['new', 'r2'])
})

test('an open page that was answered as to a visitor is asked for again with a renewed token', async () => {
  answer = (sent) => {
    if (sent.path === REFRESH || sent.token === 'Bearer new') return onlyNewTokenIsGood(sent)
    return { ...ok('anybody’s'), headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } }
  }
  expect(await call('GET /api/nfts/{id}/', { params: { id: '1' } })).toBe('mine')
  expect(calls.map(({ path }) => path)).toEqual(['/api/nfts/1/', REFRESH, '/api/nfts/1/'])
})

test('a token that another tab has renewed meanwhile is taken without a refresh', async () => {
  answer = (sent) => {
    const result = onlyNewTokenIsGood(sent)
    localStorage.setItem('adminToken', 'new')
    return result
  }
  expect(await call('GET /api/accounts/credits/')).toBe('mine')
  expect(calls.map((sent) => sent.path)).toEqual(['/api/accounts/credits/', '/api/accounts/credits/'])
})

test('a session that is lost before anything can be drawn is left as soon as something is', async () => {
  answer = () => denied(401)
  await expect(call('GET /api/accounts/credits/')).rejects.toBeInstanceOf(ApiError)
  const leave = vi.fn()
  onSessionLost(leave)
  onSessionLost(leave)
  expect(leave).toHaveBeenCalledOnce()
})

test('a refused refresh ends at /signout, once for all calls; an overloaded server does not', async () => {
  const leave = vi.fn()
  onSessionLost(leave)
  answer = ({ path }) => (path === REFRESH ? denied(503) : denied(401))
  await expect(call('GET /api/accounts/credits/')).rejects.toMatchObject({ status: 503 })
  expect(leave).not.toHaveBeenCalled()
  answer = () => denied(401)
  for (const path of ['GET /api/accounts/credits/', 'GET /api/users/me/'] as const)
    await expect(call(path)).rejects.toMatchObject({ code: 'session_ended' })
  expect(leave).toHaveBeenCalledOnce()
})

test('a temporary session is renewed as a temporary one', async () => {
  startTemporarySession({ access: 'old', refresh: 'r1' })
  answer = onlyNewTokenIsGood
  await call('GET /api/accounts/credits/')
  expect(sessionKind()).toBe('temporary')
  expect(accessToken()).toBe('new')
})

test('a call that needs a second factor asks for it and is repeated once', async () => {
  let isConfirmed = false
  answer = () => (isConfirmed ? ok('paid') : denied(403, 'step_up_required'))
  onStepUpNeeded(async () => {
    isConfirmed = true
    return true
  })
  expect(await call('POST /api/payouts/', { body: { amount: 5 } })).toBe('paid')
  isConfirmed = false
  onStepUpNeeded(async () => false)
  await expect(call('POST /api/payouts/', { body: { amount: 5 } })).rejects.toMatchObject({ status: 403 })
})

test('a call whose token and second factor are both too old renews the one and asks for the other', async () => {
  let isConfirmed = false
  answer = (sent) => {
    const renewed = onlyNewTokenIsGood(sent)
    return sent.path === REFRESH || renewed.status === 401 || isConfirmed ? renewed : denied(403, 'step_up_required')
  }
  onStepUpNeeded(async () => {
    isConfirmed = true
    return true
  })
  await call('DELETE /api/users/me/')
  expect(calls.map(({ path }) => path)).toEqual(['/api/users/me/', REFRESH, '/api/users/me/', '/api/users/me/'])
})

test('a public call carries no token, and its 401 is an answer', async () => {
  answer = () => denied(401)
  await expect(call('POST /api/auth/token/', { body: CREDENTIALS, isPublic: true })).rejects.toMatchObject({
    status: 401,
  })
  expect(calls).toEqual([{ path: '/api/auth/token/', token: null, body: CREDENTIALS }])
})

test('no answer at all is an error of its own', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
  await expect(call('GET /api/accounts/credits/')).rejects.toMatchObject({ status: 0 })
})

test('an answer that comes after the sign-out does not sign in again', async () => {
  answer = ({ path }) => {
    if (path !== REFRESH) return denied(401)
    endSession()
    return ok({ access: 'new', refresh: 'r2' })
  }
  await expect(call('GET /api/accounts/credits/')).rejects.toBeInstanceOf(ApiError)
  expect([sessionKind(), accessToken(), refreshToken()]).toEqual(['visitor', null, null])
})

test('a call that was refused because of the sign-out does not lead back to the sign-out', async () => {
  const leave = vi.fn()
  onSessionLost(leave)
  answer = () => {
    endSession()
    return denied(401)
  }
  await expect(call('GET /api/accounts/credits/')).rejects.toBeInstanceOf(ApiError)
  expect(leave).not.toHaveBeenCalled()
})

const tokenOf = (sid: string) => `head.${btoa(JSON.stringify({ sid }))}.seal`

test('a call of one member is not repeated with the token of another who signs in meanwhile', async () => {
  startFullSession({ access: tokenOf('x'), refresh: 'refresh-x' })
  onSignedInElsewhere({ whileHalfway: () => undefined, asAnother: () => undefined })
  answer = () => {
    localStorage.setItem('refreshToken', 'refresh-y')
    localStorage.setItem('adminToken', tokenOf('y'))
    return denied(401)
  }
  await expect(call('PUT /api/users/me/', { body: { bio: '' } })).rejects.toMatchObject({ status: 401 })
  await expect(call('PUT /api/users/me/', { body: { bio: '' } })).rejects.toMatchObject({ code: 'session_ended' })
  expect(calls.map(({ path, token }) => [path, token])).toEqual([['/api/users/me/', `Bearer ${tokenOf('x')}`]])
})

test('the second half of one sign-in sends nothing with the token of a member who signs in elsewhere meanwhile', async () => {
  startTemporarySession({ access: tokenOf('x'), refresh: 'refresh-x' })
  localStorage.setItem('adminToken', tokenOf('y'))
  const change = call('POST /api/auth/verify/resend-mobile/', { body: { phone: '+94771234567' } })
  await expect(change).rejects.toMatchObject({ code: 'session_ended' })
  expect(calls).toEqual([])
})

test('what has not changed since is not sent again, and never shown to another session', async () => {
  const unlessKnown = (data: string) => (sent: Sent) =>
    sent.etag === `"${data}"` ? { status: 304, body: null } : { ...ok(data), headers: { ETag: `"${data}"` } }
  answer = unlessKnown('one')
  expect([await call('GET /api/nfts/'), await call('GET /api/nfts/')]).toEqual(['one', 'one'])
  answer = unlessKnown('two')
  expect([await call('GET /api/nfts/'), await call('GET /api/nfts/')]).toEqual(['two', 'two'])
  expect(calls.map(({ etag }) => etag)).toEqual([undefined, '"one"', '"one"', '"two"'])
  startFullSession({ access: 'another', refresh: 'r9' })
  await call('GET /api/nfts/')
  expect(calls.at(-1)).toEqual({ path: '/api/nfts/', token: 'Bearer another', body: undefined })
})

const early = (token: string | null) => {
  const answers = { '/api/nfts/': Promise.resolve(Response.json({ data: 'early' })) }
  globalThis.earlyAnswers = { token, answers }
}

test('what the page has asked for ahead is taken once, by the call that it is for', async () => {
  answer = () => ok('fresh')
  early('old')
  expect(await call('GET /api/settings/', { isPublic: true })).toBe('fresh')
  expect(await call('GET /api/nfts/')).toBe('early')
  expect(await call('GET /api/nfts/')).toBe('fresh')
})

test('what is the same for all may have been asked for ahead by a member', async () => {
  answer = () => ok('fresh')
  early('old')
  expect(await call('GET /api/nfts/', { isPublic: true })).toBe('early')
})

test('what was asked for ahead by a visitor is gone with the sign-in, also for the visitor after it', async () => {
  answer = () => ok('fresh')
  early(null)
  await call('GET /api/users/me/')
  endSession()
  expect(await call('GET /api/nfts/')).toBe('fresh')
})

test('nor is it taken by who comes back to the screen later', async () => {
  answer = () => ok('fresh')
  early('old')
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
  expect(await call('GET /api/nfts/')).toBe('fresh')
  later.mockRestore()
})

test('a key for repeats is made also without HTTPS, where there is no randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
