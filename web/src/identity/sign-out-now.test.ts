import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession, startTemporarySession } from '../api/session.ts'
import { signOutNow } from './sign-out-now.ts'

const tokenOf = (sid: string) => `head.${btoa(JSON.stringify({ sid }))}.seal`
const pairOf = (sid: string) => ({ access: tokenOf(sid), refresh: `refresh-${sid}` })
const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"data":null}'))

beforeEach(() => {
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  localStorage.clear()
  endSession()
  vi.unstubAllGlobals()
})

test('the server ends the session also when the tab is closed right after the sign-out', () => {
  startFullSession(pairOf('x'))
  signOutNow()
  expect(localStorage.length).toBe(0)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect([url, init?.body]).toEqual(['/api/auth/signout/', '{"refresh":"refresh-x"}'])
  expect(init?.keepalive).toBe(true)
})

test('a stale tab that signs out leaves the member alone who has signed in since', () => {
  startFullSession(pairOf('x'))
  localStorage.setItem('refreshToken', 'refresh-y')
  localStorage.setItem('adminToken', tokenOf('y'))
  signOutNow()
  expect([localStorage.getItem('adminToken'), localStorage.getItem('refreshToken')]).toEqual([
    tokenOf('y'),
    'refresh-y',
  ])
  expect(fetched).not.toHaveBeenCalled()
})

test('a visitor who opens the sign-out ends no sign-in that another tab is halfway through', () => {
  localStorage.setItem('refreshToken', 'refresh-of-another-tab')
  signOutNow()
  expect(fetched).not.toHaveBeenCalled()
})

test('a sign-in that is given up halfway is ended at the server too', () => {
  startTemporarySession(pairOf('x'))
  signOutNow()
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"refresh":"refresh-x"}')
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
})

test('a sign-out without a connection is told to the server once there is one', async () => {
  startFullSession(pairOf('x'))
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  signOutNow()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  await Promise.resolve()
  dispatchEvent(new Event('online'))
  dispatchEvent(new Event('online'))
  expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual(['{"refresh":"refresh-x"}', '{"refresh":"refresh-x"}'])
})
