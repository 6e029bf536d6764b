import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startTemporarySession } from '../../../api/session.ts'
import { loadTexts } from '../../../lib/load-texts.ts'

let root: Root
const page = document.createElement('div')
const Where = () => useLocation().pathname

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: { id: '1', reg_status: 'PENDING_MOBILE' } })))
  startTemporarySession({ access: 'token', refresh: 'refresh' })
  await loadTexts()
})
afterEach(() => {
  root.unmount()
  endSession()
  vi.unstubAllGlobals()
})

async function open(path: string): Promise<void> {
  const { VerifyOtpScreen } = await import('./verify-otp-screen.tsx')
  const { VerifyMobileScreen } = await import('../verify-mobile/verify-mobile-screen.tsx')
  root = createRoot(page)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path={addressOf('verifyOtp')} element={<VerifyOtpScreen />} />
          <Route path={addressOf('verifyMobile')} element={<VerifyMobileScreen />} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test.each([addressOf('verifyOtp'), addressOf('verifyMobile')])(
  '%s leads to the phone while no code was sent',
  async (path) => {
    await open(path)
    await vi.waitFor(() => expect(page.textContent).toBe(addressOf('addMobile')), { timeout: 30_000 })
  },
)
