import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
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
const open = (path: string) =>
  act(async () => {
    root = createRoot(page)
    root.render(
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/app/add/mobile" element={guarded('halfway')} />
          <Route path="/app/verify/otp" element={guarded('temporary')} />
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
  endSession()
})

test.each(['/app/add/mobile', '/app/verify/otp'])('a full sign-in in another tab leaves %s', async (path) => {
  startTemporarySession(pairOf('x'))
  await open(path)
  expect(page.textContent).toBe(path)
  rememberDestination('/app/settings/credits')
  await signInElsewhere('y')
  expect(page.textContent).toBe('/app/settings/credits')
})

test('a member is led on from the sign-in code, and may change the phone', async () => {
  startFullSession(pairOf('x'))
  await open('/app/verify/otp')
  expect(page.textContent).toBe('/app/home')
  await act(async () => root.unmount())
  await open('/app/add/mobile')
  expect(page.textContent).toBe('/app/add/mobile')
})
