import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../lib/load-texts.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { WalletRetryButton } from './wallet-retry-button.tsx'

vi.mock('../../../../ui/overlays/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), dismiss: vi.fn() } }))

const NOW = '2026-11-20T12:00:00Z'
const TOO_EARLY = 'The wallet address is being generated. Please try again later.'
const host = document.createElement('div')
const button = () => host.querySelector('button') as HTMLButtonElement
let root: Root

const open = (created_at: string) =>
  act(async () => {
    root = createRoot(host)
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <WalletRetryButton wallet={{ id: '1', chain: 'POLYGON', public_address: null, created_at }} />
      </QueryClientProvider>,
    )
  })

beforeEach(async () => {
  await loadTexts()
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

test('retry is offered 5 minutes minus 1 second after the creation', async () => {
  await open('2026-11-20T11:59:00Z')
  expect(button().textContent).toBe('Retry in 3:59')
  expect(button().disabled).toBe(true)
  await act(async () => vi.advanceTimersByTime(239_000))
  expect(button().textContent).toBe('Retry')
})

test('a retry that the server finds too early waits as long as it says', async () => {
  const refusal = () =>
    Response.json({ errors: [TOO_EARLY], code: 'too_many_requests' }, { status: 429, headers: { 'Retry-After': '90' } })
  vi.stubGlobal('fetch', async () => refusal())
  await open('2026-11-20T11:50:00Z')
  await act(async () => button().click())
  await eventually(() => expect(button().textContent).toBe('Retry in 1:30'))
  expect(button().disabled).toBe(true)
  expect(toast.error).toHaveBeenLastCalledWith(TOO_EARLY, expect.anything())
  await act(async () => vi.advanceTimersByTime(90_000))
  expect(button().textContent).toBe('Retry')
})
