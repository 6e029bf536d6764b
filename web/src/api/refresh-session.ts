import type { TokenPair } from '@verso/protocol/auth'
import type { Answer, ApiPath } from '@verso/protocol/endpoints'
import { REFRESH_REUSE_GRACE_MS } from '@verso/protocol/limits'
import { type ApiError, readAnswer, sessionEnded, unreachable } from './api-error.ts'
import { accessToken, isTokenOfPage, pageSession, refreshToken, renewSession, type Session } from './session.ts'

let inFlight: Promise<void> | null = null
let isLost = false
/** Its other calls find out one by one that it has ended; it is left once. */
let lostSession: Session | undefined
let signOut = (): void => {
  isLost = true
}

/** Sets what to do when a session cannot be renewed any more; at once, if that was found before anything could be drawn. */
export function onSessionLost(leave: () => void): void {
  signOut = leave
  if (isLost) leave()
  isLost = false
}

/**
 * Renews the access token once for all calls that failed with `expiredToken`: calls of this tab share one refresh, tabs take
 * turns by a lock, and the second tab finds the new token already there. (A used refresh token presented again would
 * end the whole session.)
 */
export function refreshSession(expiredToken: string): Promise<void> {
  inFlight ??= underLock(() => refreshUnlessDone(expiredToken)).finally(() => {
    inFlight = null
  })
  return inFlight
}

const underLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('refresh-session', work).then(() => undefined) : work()

const REFRESH_PATH = '/api/auth/token/refresh/' satisfies ApiPath<'POST'>

async function refreshUnlessDone(expiredToken: string): Promise<void> {
  if (!isTokenOfPage(expiredToken) || pageSession() === lostSession) throw sessionEnded()
  const current = accessToken()
  if (current && current !== expiredToken) return
  const refresh = refreshToken()
  if (!refresh) return lose(expiredToken)
  const tokens = await askUntilAnswered(refresh).catch((error: ApiError) => {
    // An unreachable, overloaded or restarting server is no reason to sign the member out.
    if (error.status === 0 || error.status >= 500 || error.status === 429) throw error
    return lose(expiredToken)
  })
  renewSession(expiredToken, tokens)
}

/** Sent again while none has been answered. */
const SENT_AFTER_MS = [0, 3_000, 6_000]

/**
 * A token that was used, but whose answer was lost, has its successor for REFRESH_REUSE_GRACE_MS: later nothing may arrive, for it
 * would end the session.
 * @throws ApiError of status 0 when no answer of the server came in time
 */
async function askUntilAnswered(refresh: string): Promise<TokenPair> {
  const abort = new AbortController()
  const timers = [setTimeout(() => abort.abort(), REFRESH_REUSE_GRACE_MS)]
  const answered = new Promise<TokenPair>((resolve, reject) => {
    let lost = 0
    const lose = (error: ApiError) => {
      lost += 1
      if (error.status !== 0 || lost === SENT_AFTER_MS.length) reject(error)
    }
    for (const ms of SENT_AFTER_MS)
      timers.push(setTimeout(() => void ask(refresh, abort.signal).then(resolve, lose), ms))
  })
  return answered.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    abort.abort()
  })
}

/** @throws ApiError of status 0 when no answer of the server came */
async function ask(refresh: string, signal: AbortSignal): Promise<TokenPair> {
  const response = await fetch(REFRESH_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ refresh }),
    signal,
  }).catch(() => undefined)
  const answer = response && ((await readAnswer(response)) as Partial<Answer<'POST /api/auth/token/refresh/'>>)
  if (!answer?.data) throw unreachable()
  return answer.data
}

function lose(expiredToken: string): never {
  // The member signed out, or in as another, while the call was under way: this session has ended already.
  if (isTokenOfPage(expiredToken)) {
    lostSession = pageSession()
    signOut()
  }
  throw sessionEnded()
}
