import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startTemporarySession } from '../../../api/session.ts'
import { loadTexts } from '../../../lib/load-texts.ts'
import { startCountdown } from '../../../lib/use-countdown.ts'

let root: Root
const host = document.createElement('div')

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: '7', reg_status: 'PENDING_MOBILE' } }))
  startTemporarySession({ access: 'token', refresh: 'refresh' })
  await loadTexts()
})
afterEach(() => {
  root.unmount()
  sessionStorage.clear()
  endSession()
  vi.unstubAllGlobals()
})

test('the wait for the next code goes on after a reload', async () => {
  startCountdown('sendCodeAt:7', 240)
  const { AddMobileScreen } = await import('./add-mobile-screen.tsx')
  root = createRoot(host)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <AddMobileScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const send = () => host.querySelector<HTMLButtonElement>('button[type=submit]')
  await vi.waitFor(() => expect(send()?.textContent).toBe('SEND THE CODE'), { timeout: 30_000 })
  expect(host.querySelector('[role=alert]')?.textContent).toMatch(/3:5\d|4:00/)
  expect(send()?.disabled).toBe(true)
})
