import type { Answer, ApiPath } from '@verso/protocol/endpoints'
import { ApiError, readAnswer, sessionEnded } from './api-error.ts'
import { accessToken, isTokenOfPage, pageSession, refreshToken, renewSession, type Session } from './session.ts'

let inFlight: Promise<void> | null = null
let isLost = false
/** Its other calls find out one by one that it has ended; it is left once. */
let lostSession: Session | undefined
let signOut = (): void => {
  isLost = true
}

/** What happens when a session cannot be renewed any more; at once, if that was found before anything could be drawn. */
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
  const response = await fetch(REFRESH_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ refresh }),
  }).catch(() => {
    throw new ApiError(0, { code: 'unreachable' })
  })
  const answer = await readAnswer(response).catch((error: ApiError) => {
    // An overloaded or restarting server is no reason to sign the member out.
    if (error.status >= 500 || error.status === 429) throw error
    return lose(expiredToken)
  })
  renewSession(expiredToken, (answer as Answer<'POST /api/auth/token/refresh/'>).data)
}

function lose(expiredToken: string): never {
  // The member signed out, or in as another, while the call was under way: this session has ended already.
  if (isTokenOfPage(expiredToken)) {
    lostSession = pageSession()
    signOut()
  }
  throw sessionEnded()
}
