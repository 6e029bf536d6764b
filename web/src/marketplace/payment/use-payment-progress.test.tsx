import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { usePaymentProgress } from './use-payment-progress.ts'
import type { WidgetMessage } from './widget-message.ts'

vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() } }))
const { toast } = await import('../../ui/overlays/toast.ts')

const WAIT = 'Please wait, your payment is processing.'
const BANK = 'Your bank asks you to confirm'
const host = document.createElement('div')
const outcome = { successMessage: 'Payment successfull!', onSuccess: vi.fn(), onEnd: vi.fn() }
let root: Root
let status: string
let asked: number
let receive: (message: WidgetMessage) => void

function Panel() {
  const progress = usePaymentProgress('p1', outcome)
  useEffect(() => {
    receive = progress.receive
  })
  return <p>{progress.isAtBank ? BANK : progress.isProcessing ? WAIT : progress.payment?.status}</p>
}

async function open(first: string): Promise<void> {
  status = first
  await act(async () => {
    root = createRoot(host)
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Panel />
      </QueryClientProvider>,
    )
  })
  await eventually(() => expect(host.textContent).toBe(first))
}

beforeEach(async () => {
  await loadTexts()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ data: { id: 'p1', kind: 'PURCHASE', amount: 5, status, steps: [] } })
  })
  vi.clearAllMocks()
  asked = 0
  startFullSession({ access: 'a', refresh: 'r' })
  await open('CREATED')
})
afterEach(async () => {
  await act(async () => root.unmount())
  endSession()
  vi.unstubAllGlobals()
})

const tell = (next: Extract<WidgetMessage, { kind: 'status' }>['status']) =>
  act(async () => receive({ kind: 'status', status: next }))

test('the bank is waited for until the widget says that it refused, not until the look-up does', async () => {
  status = 'REQUIRES_ACTION'
  await tell('pending')
  await eventually(() => expect(host.textContent).toBe(BANK))
  await tell('failed')
  expect(host.textContent).toBe('REQUIRES_ACTION')
})

test.each(['pending', 'failover'] as const)('%s asks to wait, once, and looks the payment up', async (event) => {
  const before = asked
  await tell(event)
  await tell(event)
  expect(vi.mocked(toast.info).mock.calls).toEqual([[WAIT]])
  expect(host.textContent).toBe(WAIT)
  await eventually(() => expect(asked).toBeGreaterThan(before))
  expect(outcome.onSuccess).not.toHaveBeenCalled()
})

test('what the page calls a success is none until the look-up says so', async () => {
  await tell('success')
  expect(host.textContent).toBe(WAIT)
  expect(outcome.onSuccess).not.toHaveBeenCalled()
  status = 'SUCCESS'
  await tell('success')
  await eventually(() => expect(outcome.onSuccess).toHaveBeenCalledOnce())
  expect(vi.mocked(toast.success).mock.calls).toEqual([['Payment successfull!']])
})

test('a payment that had failed before says so again only once it is tried again', async () => {
  await act(async () => root.unmount())
  await open('FAILED')
  expect(toast.error).not.toHaveBeenCalled()
  await tell('failed')
  expect(toast.error).toHaveBeenLastCalledWith('Oh snap! payment attempt failed.')
})

test('a failed attempt and a cancelled payment have their own words, and only the second one is the end', async () => {
  await tell('failed')
  expect(toast.error).toHaveBeenLastCalledWith('Oh snap! payment attempt failed.')
  expect(outcome.onEnd).not.toHaveBeenCalled()
  status = 'CANCELED'
  await tell('canceled')
  expect(toast.error).toHaveBeenLastCalledWith('Oh snap! your payment was cancelled.')
  await eventually(() => expect(outcome.onEnd).toHaveBeenCalledOnce())
  expect(outcome.onSuccess).not.toHaveBeenCalled()
})
