import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  accessToken,
  endSession,
  followOtherTabs,
  onSignedInElsewhere,
  refreshToken,
  renewSession,
  sessionKind,
  startFullSession,
  startTemporarySession,
} from './session.ts'

/** As the server makes them: what names the session is in the middle part. */
const tokenOf = (sid: string, part = 'a') => `head.${btoa(JSON.stringify({ sid, part }))}.seal`
const pairOf = (sid: string) => ({ access: tokenOf(sid), refresh: `refresh-${sid}` })
const elsewhere = { whileHalfway: vi.fn(), asAnother: vi.fn() }

/** Leaves the tokens of another tab's sign-in, or of its sign-out none, in the storage that all tabs share. */
function anotherTabHolds(sid: string | null) {
  if (sid === null) localStorage.clear()
  else {
    localStorage.setItem('refreshToken', `refresh-${sid}`)
    localStorage.setItem('adminToken', tokenOf(sid))
  }
}
const tellThisTab = () => dispatchEvent(new StorageEvent('storage', { key: 'adminToken' }))

beforeEach(() => {
  vi.clearAllMocks()
  onSignedInElsewhere(elsewhere)
})
afterEach(() => {
  localStorage.clear()
  endSession()
})

test('a temporary session uses its own tokens, also when another tab has begun one of its own', () => {
  startTemporarySession(pairOf('x'))
  expect(localStorage.getItem('refreshToken')).toBe('refresh-x')
  localStorage.setItem('refreshToken', 'refresh-z')
  expect([accessToken(), refreshToken()]).toEqual([tokenOf('x'), 'refresh-x'])
})

test('a full sign-in of another tab ends the temporary session of this one', () => {
  startTemporarySession(pairOf('x'))
  anotherTabHolds('y')
  // Until the news has arrived nothing is asked with the other's token.
  expect(accessToken()).toBe(tokenOf('x'))
  tellThisTab()
  expect([sessionKind(), accessToken(), refreshToken()]).toEqual(['member', tokenOf('y'), 'refresh-y'])
  expect(elsewhere.whileHalfway).toHaveBeenCalledOnce()
  expect(sessionStorage.length).toBe(0)
})

test('a page of one member never takes the token of another: it is left', () => {
  startFullSession(pairOf('x'))
  anotherTabHolds('y')
  expect([accessToken(), refreshToken()]).toEqual([null, null])
  tellThisTab()
  expect(elsewhere.asAnother).toHaveBeenCalledOnce()
  expect(accessToken()).toBeNull()
})

test('signed out and in as another elsewhere: what is left on this page was the first one’s', () => {
  startFullSession(pairOf('x'))
  anotherTabHolds(null)
  tellThisTab()
  expect(sessionKind()).toBe('visitor')
  anotherTabHolds('y')
  tellThisTab()
  expect(elsewhere.asAnother).toHaveBeenCalledOnce()
})

test('a visitor becomes the member that signs in elsewhere, and a renewal of another tab changes nothing', () => {
  anotherTabHolds('y')
  followOtherTabs()
  expect([sessionKind(), accessToken()]).toEqual(['member', tokenOf('y')])
  localStorage.setItem('adminToken', tokenOf('y', 'renewed'))
  tellThisTab()
  expect([sessionKind(), accessToken()]).toEqual(['member', tokenOf('y', 'renewed')])
  expect(elsewhere.asAnother).not.toHaveBeenCalled()
})

test('a renewal that comes after another member has signed in leaves their tokens alone', () => {
  startFullSession(pairOf('x'))
  anotherTabHolds('y')
  renewSession(tokenOf('x'), { access: tokenOf('x', 'renewed'), refresh: 'refresh-x2' })
  expect([localStorage.getItem('adminToken'), localStorage.getItem('refreshToken')]).toEqual([
    tokenOf('y'),
    'refresh-y',
  ])
})
