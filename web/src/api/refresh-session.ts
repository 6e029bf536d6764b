import type { TokenPair } from '@verso/protocol/auth'
import type { Answer, ApiPath } from '@verso/protocol/endpoints'
import { type ApiError, readAnswer, sessionEnded, unreachable } from './api-error.ts'
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
  const tokens = await askUntilAnswered(refresh).catch((error: ApiError) => {
    // An unreachable, overloaded or restarting server is no reason to sign the member out.
    if (error.status === 0 || error.status >= 500 || error.status === 429) throw error
    return lose(expiredToken)
  })
  renewSession(expiredToken, tokens)
}

/** All are sent within REFRESH_REUSE_GRACE_MS: a token that was used, but whose answer was lost, has its successor so long. */
const TRIES_MS = [3_000, 3_000]
const LAST_TRY_MS = 4_000

/** @throws ApiError */
async function askUntilAnswered(refresh: string): Promise<TokenPair> {
  for (const tryMs of TRIES_MS) {
    const timeUp = new Promise((resolve) => setTimeout(resolve, tryMs))
    try {
      return await ask(refresh, tryMs)
    } catch (error) {
      if ((error as ApiError).status !== 0) throw error
      await timeUp
    }
  }
  return ask(refresh, LAST_TRY_MS)
}

/** @throws ApiError of status 0 when no answer of the server came in time */
async function ask(refresh: string, timeoutMs: number): Promise<TokenPair> {
  const response = await fetch(REFRESH_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ refresh }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
  const answer = response && ((await readAnswer(response)) as Partial<Answer<'POST /api/auth/token/refresh/'>> | null)
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
