import type { TokenPair } from '@verso/protocol/auth'
import { useSyncExternalStore } from 'react'

/**
 * The tokens of this browser. The names are the specification's (§3): `adminToken` and `refreshToken` in local storage, the
 * temporary access token of the first half of a sign-in in session storage.
 */
const ACCESS = 'adminToken'
const REFRESH = 'refreshToken'
const TEMPORARY_ACCESS = 'temporaryToken'

export type SessionKind = 'visitor' | 'temporary' | 'member'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

export const sessionKind = (): SessionKind => {
  if (localStorage.getItem(ACCESS)) return 'member'
  return sessionStorage.getItem(TEMPORARY_ACCESS) ? 'temporary' : 'visitor'
}
export const accessToken = (): string | null => localStorage.getItem(ACCESS) ?? sessionStorage.getItem(TEMPORARY_ACCESS)
export const refreshToken = (): string | null => localStorage.getItem(REFRESH)

export function startTemporarySession(tokens: TokenPair): void {
  localStorage.removeItem(ACCESS)
  sessionStorage.setItem(TEMPORARY_ACCESS, tokens.access)
  localStorage.setItem(REFRESH, tokens.refresh)
  notify()
}

export function startFullSession(tokens: TokenPair): void {
  sessionStorage.removeItem(TEMPORARY_ACCESS)
  localStorage.setItem(REFRESH, tokens.refresh)
  localStorage.setItem(ACCESS, tokens.access)
  notify()
}

/** Puts renewed tokens where the old ones were; a temporary session stays temporary. */
export function renewSession(tokens: { access: string; refresh?: string }): void {
  // Signed out, here or in another tab, while the answer was on its way: it stays so.
  if (sessionKind() === 'visitor') return
  if (tokens.refresh) localStorage.setItem(REFRESH, tokens.refresh)
  if (localStorage.getItem(ACCESS)) localStorage.setItem(ACCESS, tokens.access)
  else sessionStorage.setItem(TEMPORARY_ACCESS, tokens.access)
}

export function endSession(): void {
  sessionStorage.removeItem(TEMPORARY_ACCESS)
  localStorage.removeItem(ACCESS)
  localStorage.removeItem(REFRESH)
  notify()
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// Signing in or out in one tab does the same in the others.
addEventListener('storage', (event) => {
  if (event.key === ACCESS || event.key === null) notify()
})

export const useSession = (): SessionKind => useSyncExternalStore(subscribeToSession, sessionKind, () => 'visitor')

const RETURN_TO = 'returnTo'

/** Where a visitor wanted to go before they were asked to sign in. */
export const rememberDestination = (path: string): void => sessionStorage.setItem(RETURN_TO, path)
export function takeDestination(): string | null {
  const path = sessionStorage.getItem(RETURN_TO)
  sessionStorage.removeItem(RETURN_TO)
  return path
}
