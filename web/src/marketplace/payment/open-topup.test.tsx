import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { type ModalSpec, openModal } from '../../ui/overlays/modal.ts'
import { openPayment } from './open-payment.tsx'
import { openTopup } from './open-topup.tsx'

vi.mock('../../ui/overlays/modal.ts', () => ({ openModal: vi.fn() }))
vi.mock('../../ui/overlays/toast.ts', () => ({ toast: { loading: vi.fn(), success: vi.fn(), error: vi.fn() } }))
vi.mock('./open-payment.tsx', () => ({ openPayment: vi.fn() }))

const host = document.createElement('div')
const close = vi.fn()
const onSuccess = vi.fn()
const sent: unknown[] = []
let root: Root
let modal: ModalSpec

beforeEach(async () => {
  await loadTexts()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([method, path, JSON.parse(String(body))])
    return Response.json({ data: 'p1' })
  })
  vi.clearAllMocks()
  sent.length = 0
  startFullSession({ access: 'a', refresh: 'r' })
  openTopup({ onSuccess })
  modal = vi.mocked(openModal).mock.calls[0]?.[0] as ModalSpec
  await act(async () => {
    root = createRoot(host)
    root.render(<QueryClientProvider client={new QueryClient()}>{modal.render?.(close)}</QueryClientProvider>)
  })
  await eventually(() => expect(host.querySelector('form')).not.toBeNull())
})
afterEach(async () => {
  await act(async () => root.unmount())
  endSession()
  vi.unstubAllGlobals()
})

async function requestFive(): Promise<void> {
  const amount = host.querySelector('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(amount, '5')
    amount.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => host.querySelector('form')?.requestSubmit())
}

test('the top-up modal asks for the amount and gives way to the payment’s', async () => {
  expect(host.textContent).toContain('Topup amount (USD)')
  await requestFive()
  await eventually(() => expect(close).toHaveBeenCalledOnce())
  expect(sent).toEqual([['PUT', '/api/accounts/credits/', { amount: '5.00' }]])
  expect(openPayment).not.toHaveBeenCalled()
  modal.onClosed?.()
  expect(vi.mocked(openPayment).mock.calls).toMatchObject([[{ paymentId: 'p1', successMessage: 'Topup successfull.' }]])
  vi.mocked(openPayment).mock.calls[0]?.[0].onSuccess()
  expect(onSuccess).toHaveBeenCalledOnce()
})

test('closed without a request it opens no payment', async () => {
  const cancel = [...host.querySelectorAll('button')].find((one) => one.textContent === 'Cancel')
  await act(async () => cancel?.click())
  expect(close).toHaveBeenCalledOnce()
  modal.onClosed?.()
  expect(openPayment).not.toHaveBeenCalled()
})

test('left while the top-up is asked for, it gives way to the payment that was announced', async () => {
  modal.onClosed?.()
  await requestFive()
  await eventually(() => expect(openPayment).toHaveBeenCalledOnce())
  expect(close).not.toHaveBeenCalled()
})
