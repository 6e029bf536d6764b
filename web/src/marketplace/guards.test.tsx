import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type InitialEntry, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  endSession,
  onSignedInElsewhere,
  rememberDestination,
  startFullSession,
  startTemporarySession,
} from '../api/session.ts'
import { askToSignIn } from './identity/ask-to-sign-in.ts'
import { type Access, Guard } from './guards.tsx'

vi.mock('./identity/ask-to-sign-in.ts', () => ({ askToSignIn: vi.fn() }))

const tokenOf = (sid: string) => `head.${btoa(JSON.stringify({ sid }))}.seal`
const pairOf = (sid: string) => ({ access: tokenOf(sid), refresh: `refresh-${sid}` })
let root: Root
const page = document.createElement('div')

const Where = () => useLocation().pathname
const guarded = (access: Access) => (
  <Guard access={access}>
    <Where />
  </Guard>
)
const open = (path: InitialEntry) =>
  act(async () => {
    root = createRoot(page)
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={PAGES.addMobile} element={guarded('halfway')} />
          <Route path={PAGES.verifyOtp} element={guarded('temporary')} />
          <Route path={PAGES.settings} element={guarded('protected')} />
          <Route path={PAGES.signIn} element={guarded('restricted')} />
          <Route path={PAGES.resetPassword} element={guarded('mailed')} />
          <Route path={PAGES.forgot} element={guarded('mailed')} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>,
    )
  })
const signInElsewhere = (sid: string) =>
  act(async () => {
    localStorage.setItem('adminToken', tokenOf(sid))
    dispatchEvent(new StorageEvent('storage', { key: 'adminToken' }))
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onSignedInElsewhere({ whileHalfway: () => undefined, asAnother: () => undefined })
})
afterEach(async () => {
  await act(async () => root.unmount())
  localStorage.clear()
  sessionStorage.clear()
  endSession()
})

const START = { visitor: endSession, temporary: startTemporarySession, member: startFullSession }
const RESET_LINK = addressOf('resetPassword', { token: 'one', email: 'a@b.test' })
const [SIGN_IN, RESET, SETTINGS] = [PAGES.signIn, PAGES.resetPassword, addressOf('settings')]
const [FORGOT, FORGOT_BY_ADMIN] = [PAGES.forgot, addressOf('forgot', { from: 'admin' })]
const [ADD_MOBILE, VERIFY_OTP, HOME] = [PAGES.addMobile, PAGES.verifyOtp, PAGES.home]

test.each([
  ['visitor', SIGN_IN, SIGN_IN],
  ['visitor', RESET, RESET],
  ['visitor', RESET_LINK, RESET],
  ['visitor', FORGOT, FORGOT],
  ['visitor', FORGOT_BY_ADMIN, FORGOT],
  ['visitor', SETTINGS, '/'],
  ['visitor', ADD_MOBILE, '/'],
  ['visitor', VERIFY_OTP, '/'],
  ['temporary', SIGN_IN, SIGN_IN],
  ['temporary', RESET_LINK, RESET],
  ['temporary', SETTINGS, '/'],
  ['temporary', ADD_MOBILE, ADD_MOBILE],
  ['temporary', VERIFY_OTP, VERIFY_OTP],
  ['member', SIGN_IN, HOME],
  ['member', RESET, HOME],
  ['member', RESET_LINK, RESET],
  ['member', FORGOT, HOME],
  ['member', FORGOT_BY_ADMIN, FORGOT],
  ['member', SETTINGS, SETTINGS],
  ['member', ADD_MOBILE, ADD_MOBILE],
  ['member', VERIFY_OTP, HOME],
] as const)('a %s who opens %s comes to %s', async (kind, path, end) => {
  START[kind](pairOf('x'))
  await open(path)
  expect(page.textContent).toBe(end)
})

test('a member who came by a mailed link stays after its token has left the address bar', async () => {
  startFullSession(pairOf('x'))
  await open({ pathname: RESET, state: { token: 'one', email: 'a@b.test' } })
  expect(page.textContent).toBe(RESET)
})

test.each([ADD_MOBILE, VERIFY_OTP])('a full sign-in in another tab leaves %s', async (path) => {
  startTemporarySession(pairOf('x'))
  await open(path)
  expect(page.textContent).toBe(path)
  const credits = addressOf('settingsTab', { tab: 'credits' })
  rememberDestination(credits)
  await signInElsewhere('y')
  expect(page.textContent).toBe(credits)
})

test('a visitor on a protected page is told why they are sent to the start', async () => {
  await open(SETTINGS)
  expect(page.textContent).toBe('/')
  await vi.waitFor(() => expect(askToSignIn).toHaveBeenCalled(), { timeout: 30_000 })
})
