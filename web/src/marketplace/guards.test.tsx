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
import { type Access, Guard } from './guards.tsx'

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
          <Route path="/app/add/mobile" element={guarded('halfway')} />
          <Route path="/app/verify/otp" element={guarded('temporary')} />
          <Route path="/app/settings" element={guarded('protected')} />
          <Route path="/app/signin" element={guarded('restricted')} />
          <Route path="/app/reset-password" element={guarded('mailed')} />
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
const LINK = '/app/reset-password?token=one&email=a%40b.test'

test.each([
  ['visitor', '/app/signin', '/app/signin'],
  ['visitor', '/app/reset-password', '/app/reset-password'],
  ['visitor', LINK, '/app/reset-password'],
  ['visitor', '/app/settings', '/'],
  ['visitor', '/app/add/mobile', '/'],
  ['visitor', '/app/verify/otp', '/'],
  ['temporary', '/app/signin', '/app/signin'],
  ['temporary', LINK, '/app/reset-password'],
  ['temporary', '/app/settings', '/'],
  ['temporary', '/app/add/mobile', '/app/add/mobile'],
  ['temporary', '/app/verify/otp', '/app/verify/otp'],
  ['member', '/app/signin', '/app/home'],
  ['member', '/app/reset-password', '/app/home'],
  ['member', LINK, '/app/reset-password'],
  ['member', '/app/settings', '/app/settings'],
  ['member', '/app/add/mobile', '/app/add/mobile'],
  ['member', '/app/verify/otp', '/app/home'],
] as const)('a %s who opens %s comes to %s', async (kind, path, end) => {
  START[kind](pairOf('x'))
  await open(path)
  expect(page.textContent).toBe(end)
})

test('a member who came by a mailed link stays after its token has left the address bar', async () => {
  startFullSession(pairOf('x'))
  await open({ pathname: '/app/reset-password', state: { token: 'one', email: 'a@b.test' } })
  expect(page.textContent).toBe('/app/reset-password')
})

test.each(['/app/add/mobile', '/app/verify/otp'])('a full sign-in in another tab leaves %s', async (path) => {
  startTemporarySession(pairOf('x'))
  await open(path)
  expect(page.textContent).toBe(path)
  rememberDestination('/app/settings/credits')
  await signInElsewhere('y')
  expect(page.textContent).toBe('/app/settings/credits')
})
