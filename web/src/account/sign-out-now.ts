import { api } from '../api/client.ts'
import { endSession, followOtherTabs, refreshToken } from '../api/session.ts'

/** Ends the session here at once; the server is told, and nobody waits for its answer. */
export function signOutNow(): void {
  followOtherTabs()
  const refresh = refreshToken()
  endSession()
  if (refresh) void revokeSession(refresh).catch(() => undefined)
}

/** Ends the session of a refresh token at the server: that is enough, so an expired access token is no obstacle. */
const revokeSession = (refresh: string) => api.post<unknown>('/api/auth/signout/', { refresh }, { isPublic: true })
