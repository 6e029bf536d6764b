import type { ApiPath } from '@verso/protocol/endpoints'
import { endSession, followOtherTabs, refreshToken } from '../api/session.ts'

/** Ends the session here at once; the server is told, without waiting for its answer. */
export function signOutNow(): void {
  followOtherTabs()
  const refresh = refreshToken()
  localStorage.removeItem('recentSearches')
  endSession()
  if (refresh) void revokeSession(refresh).catch(() => revokeOnceOnline(refresh))
}

const SIGN_OUT_PATH = '/api/auth/signout/' satisfies ApiPath<'POST'>

/** Of who signs out without a connection, while the tab is open. */
const revokeOnceOnline = (refresh: string): void =>
  addEventListener('online', () => void revokeSession(refresh).catch(() => undefined), { once: true })

/**
 * Ends the session of a refresh token at the server: that is enough, so an expired access token is no obstacle. It outlives
 * the page, as many close the tab right after they have signed out.
 */
const revokeSession = (refresh: string) =>
  fetch(SIGN_OUT_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ refresh }),
    keepalive: true,
  })
