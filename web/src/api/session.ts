import type { TokenPair } from '@verso/protocol/auth'
import { useSyncExternalStore } from 'react'

/**
 * The tokens of this browser. The names are fixed (docs/rules.md R46): `adminToken` and `refreshToken` in local storage, the
 * temporary access token of the first half of a sign-in in session storage. Local storage is shared by all tabs, so a
 * temporary session keeps its refresh token beside it too: another tab may begin one of its own.
 */
const ACCESS = 'adminToken'
const REFRESH = 'refreshToken'
const TEMPORARY_ACCESS = 'temporaryToken'
const TEMPORARY_REFRESH = 'temporaryRefreshToken'

export type SessionKind = 'visitor' | 'temporary' | 'member'
/** `id` is the same for all renewals of a session, and another one for every sign-in. */
export type Session = { kind: SessionKind; id: string }

const VISITOR: Session = { kind: 'visitor', id: '' }
const sessionOf = (kind: SessionKind, access: string | null) =>
  access ? { kind, id: claimOf(access, 'sid') } : undefined
const fullSession = () => sessionOf('member', localStorage.getItem(ACCESS))
const temporarySession = () => sessionOf('temporary', sessionStorage.getItem(TEMPORARY_ACCESS))
const storedSession = (): Session => fullSession() ?? temporarySession() ?? VISITOR
const isSame = (one: Session, other: Session) => one.kind === other.kind && one.id === other.id

/** A claim of an access token: `sid` is its session, `sub` its member. Empty for one that is not ours. */
function claimOf(access: string, name: 'sid' | 'sub'): string {
  try {
    const claims = (access.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(claims))[name] ?? ''
  } catch {
    return ''
  }
}

/**
 * The session of this page. Another tab may store another member's tokens at any moment; a screen opened for one
 * session must not go on with those of another.
 */
let page: Session = temporarySession() ?? fullSession() ?? VISITOR
/** The member whose things may still be on the page, also after a sign-out in another tab. */
let shownMemberId = page.kind === 'member' ? page.id : undefined

const listeners = new Set<() => void>()
function enter(session: Session): void {
  page = session
  if (session.kind === 'member') shownMemberId = session.id
  for (const listener of listeners) listener()
}

export const pageSession = (): Session => page
export const sessionKind = (): SessionKind => page.kind
/** Whether a call that began in this session may go on: it was neither ended nor replaced, here or in another tab. */
export const isCurrent = (session: Session): boolean =>
  session.kind === 'visitor' || (isSame(session, page) && isSame(session, storedSession()))
/** The same, asked about the session of an access token. */
export const isTokenOfPage = (access: string): boolean =>
  page.kind !== 'visitor' && claimOf(access, 'sid') === page.id && isCurrent(page)

export function accessToken(): string | null {
  if (page.kind === 'temporary') return sessionStorage.getItem(TEMPORARY_ACCESS)
  return page.kind === 'member' && isCurrent(page) ? localStorage.getItem(ACCESS) : null
}
/** The member of this page, in any session of theirs; empty without one. */
export const memberId = (): string => (page.kind === 'member' ? claimOf(accessToken() ?? '', 'sub') : '')
export function refreshToken(): string | null {
  const own = page.kind === 'temporary' ? sessionStorage.getItem(TEMPORARY_REFRESH) : null
  // A visitor has none: what is there belongs to another tab.
  return own ?? (page.kind !== 'visitor' && isCurrent(page) ? localStorage.getItem(REFRESH) : null)
}

function forgetTemporary(): void {
  sessionStorage.removeItem(TEMPORARY_ACCESS)
  sessionStorage.removeItem(TEMPORARY_REFRESH)
}

export function startTemporarySession(tokens: TokenPair): void {
  localStorage.removeItem(ACCESS)
  sessionStorage.setItem(TEMPORARY_ACCESS, tokens.access)
  sessionStorage.setItem(TEMPORARY_REFRESH, tokens.refresh)
  localStorage.setItem(REFRESH, tokens.refresh)
  shownMemberId = undefined
  enter(storedSession())
}

export function startFullSession(tokens: TokenPair): void {
  forgetTemporary()
  localStorage.setItem(REFRESH, tokens.refresh)
  localStorage.setItem(ACCESS, tokens.access)
  enter(storedSession())
}

/** Puts renewed tokens where the old ones were; a temporary session stays temporary. */
export function renewSession(expired: string, tokens: { access: string; refresh?: string }): void {
  // A sign-out or another sign-in, here or in another tab, happened while the answer was on its way: it stays so.
  if (!isTokenOfPage(expired)) return
  const isTemporary = page.kind === 'temporary'
  const isOwnRefresh = !isTemporary || localStorage.getItem(REFRESH) === refreshToken()
  if (tokens.refresh && isTemporary) sessionStorage.setItem(TEMPORARY_REFRESH, tokens.refresh)
  if (tokens.refresh && isOwnRefresh) localStorage.setItem(REFRESH, tokens.refresh)
  if (isTemporary) sessionStorage.setItem(TEMPORARY_ACCESS, tokens.access)
  else localStorage.setItem(ACCESS, tokens.access)
}

/** Another member may have signed in in another tab meanwhile: this page must not remove their tokens. */
export function endSession(): void {
  const isOwn = isSame(page, storedSession())
  forgetTemporary()
  if (isOwn) {
    localStorage.removeItem(ACCESS)
    localStorage.removeItem(REFRESH)
  }
  shownMemberId = undefined
  enter(VISITOR)
}

type SignedInElsewhere = { whileHalfway: () => void; asAnother: () => void }
let elsewhere: SignedInElsewhere = { whileHalfway: () => undefined, asAnother: () => location.replace('/') }
/** Sets what to do when another tab has signed in: in the middle of a sign-in of this tab, or as another member. */
export function onSignedInElsewhere(handlers: SignedInElsewhere): void {
  elsewhere = handlers
}

/** Signing in or out in one tab does the same in the others. A page of one member does not become one of another: it is left. */
export function followOtherTabs(): void {
  const stored = storedSession()
  if (isSame(stored, page)) return
  const isMember = stored.kind === 'member'
  if (isMember && shownMemberId !== undefined && shownMemberId !== stored.id) return elsewhere.asAnother()
  const wasHalfway = page.kind === 'temporary'
  if (isMember) forgetTemporary()
  enter(stored)
  if (isMember && wasHalfway) elsewhere.whileHalfway()
}

addEventListener('storage', (event) => {
  if (event.key === ACCESS || event.key === null) followOtherTabs()
})
// A page that comes back by the browser's Back as it was left has missed what happened meanwhile.
addEventListener('pageshow', (event) => event.persisted && followOtherTabs())

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = (): SessionKind => useSyncExternalStore(subscribeToSession, sessionKind, () => 'visitor')
/** Changes with every sign-in and sign-out. */
export const usePageSession = (): Session => useSyncExternalStore(subscribeToSession, pageSession, () => VISITOR)

const RETURN_TO = 'returnTo'
/**
 * The NFT to be bought at the destination, see marketplace/nfts/buy-intent.ts. In local storage for all tabs; the tab that noted it has
 * the same in session storage.
 */
export const BUY_INTENT = 'buyIntent'

/** How long a registration that leads back may take: as long as the mailed link works. */
const KEPT_MS = 24 * 3_600_000

/** Remembers the page that a visitor wanted before they were asked to sign in. `isKept`: also for the tab that a mailed link opens. */
export function rememberDestination(path: string, { isKept = false } = {}): void {
  // A visitor who goes elsewhere does not want to buy any more; a page that another tab asks for says nothing of it.
  if (localStorage.getItem(BUY_INTENT) === sessionStorage.getItem(BUY_INTENT)) localStorage.removeItem(BUY_INTENT)
  sessionStorage.setItem(RETURN_TO, path)
  if (isKept) localStorage.setItem(RETURN_TO, `${Date.now() + KEPT_MS} ${path}`)
}
export function destination(): string | null {
  const [until, kept] = localStorage.getItem(RETURN_TO)?.split(' ') ?? []
  return sessionStorage.getItem(RETURN_TO) ?? (Number(until) > Date.now() ? (kept ?? null) : null)
}
export function takeDestination(): string | null {
  const path = destination()
  sessionStorage.removeItem(RETURN_TO)
  localStorage.removeItem(RETURN_TO)
  return path
}
