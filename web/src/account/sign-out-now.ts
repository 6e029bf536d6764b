import { revokeSession } from '../api/auth.ts'
import { endSession, refreshToken } from '../api/session.ts'

/** Ends the session here at once; the server is told, and nobody waits for its answer. */
export function signOutNow(): void {
  const refresh = refreshToken()
  endSession()
  if (refresh) void revokeSession(refresh).catch(() => undefined)
}
