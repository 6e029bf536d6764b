import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../../api/session.ts'
import { loadTexts } from '../../../lib/load-texts.ts'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

const pair = { access: `head.${btoa(JSON.stringify({ sid: 'x' }))}.seal`, refresh: 'refresh' }
let root: Root
const host = document.createElement('div')
const shown = () => host.querySelector('output')?.textContent

const Where = () => <output>{useLocation().pathname}</output>
const open = (address: string) =>
  act(async () => {
    root = createRoot(host)
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <Where />
          <Routes>
            <Route path="/app/reset-password" element={<ResetPasswordScreen />} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await loadTexts()
})
afterEach(async () => {
  await act(async () => root.unmount())
  endSession()
})

test('a member without a reset link is sent home, one with a link and a visitor are not', async () => {
  await open('/app/reset-password')
  expect(shown()).toBe('/app/reset-password')
  await act(async () => root.unmount())
  startFullSession(pair)
  await open('/app/reset-password')
  expect(shown()).toBe('/app/home')
  await act(async () => root.unmount())
  await open('/app/reset-password?token=one&email=a%40b.test')
  expect(shown()).toBe('/app/reset-password')
})
