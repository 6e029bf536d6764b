import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, startFullSession } from '../../api/session.ts'
import { loadTexts } from '../../lib/load-texts.ts'
import { eventually } from '../../testing/eventually.ts'
import { type ModalSpec, openModal } from '../../ui/overlays/modal.ts'
import { openTopup } from '../payment/open-topup.tsx'
import { openBlocker } from './show-blocker.tsx'

vi.mock('../../ui/overlays/modal.ts', () => ({ openModal: vi.fn() }))
vi.mock('../payment/open-topup.tsx', () => ({ openTopup: vi.fn() }))

const navigate = vi.fn()
const closeBlocker = vi.fn()

beforeEach(async () => {
  await loadTexts()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.clearAllMocks()
  vi.mocked(openModal).mockReturnValue(closeBlocker)
})

const inPage = (body: ReactNode) => <QueryClientProvider client={new QueryClient()}>{body}</QueryClientProvider>

type Options = Omit<Parameters<typeof openBlocker>[1], 'navigate'>
function open(blocker: Parameters<typeof openBlocker>[0], options: Options = {}): ModalSpec {
  openBlocker(blocker, { navigate, ...options })
  return vi.mocked(openModal).mock.calls[0]?.[0] as ModalSpec
}

test.each([
  ['walletUnavailable', 'Wallet unavailable', 'Go to Settings', 'crypto-wallets'],
  ['walletNotCreated', 'Wallet not created', 'Create Wallet', 'crypto-wallets'],
  ['insufficientCredits', 'Insufficient Transaction Credits', 'Topup Credits', 'credits'],
] as const)(
  '%s blocks with its fixed texts and leads to the screen that resolves it',
  async (blocker, title, button, tab) => {
    const modal = open(blocker)
    expect(modal).toMatchObject({ title, confirmLabel: button, isBlocking: true })
    await modal.onConfirm?.()
    expect(navigate).toHaveBeenCalledExactlyOnceWith(addressOf('settingsTab', { tab }), { state: { from: '/' } })
  },
)

test('credits that come after the window of their payment was closed let what was blocked go on', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  let credit = 0
  vi.stubGlobal('fetch', async () => Response.json({ data: { credit, held: 0 } }))
  const client = new QueryClient()
  const onMended = vi.fn()
  const { body } = open('insufficientCredits', { onMended })
  const host = document.createElement('div')
  const shown = createRoot(host)
  await act(async () => shown.render(<QueryClientProvider client={client}>{body}</QueryClientProvider>))
  await act(async () => host.querySelector('button')?.click())
  await eventually(() => expect(openTopup).toHaveBeenCalledOnce())
  credit = 5
  await act(async () => vi.mocked(openTopup).mock.calls[0]?.[0]?.onClose?.())
  expect(onMended).not.toHaveBeenCalled()
  await act(() => client.invalidateQueries({ queryKey: ['credits'] }))
  await eventually(() => expect(onMended).toHaveBeenCalledOnce())
  await act(async () => shown.unmount())
})

test('missing credits are topped up right there: once they are, what was blocked goes on', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  const onMended = vi.fn()
  await act(async () => root.render(inPage(open('insufficientCredits', { onMended }).body)))
  await act(async () => host.querySelector('button')?.click())
  await eventually(() => expect(openTopup).toHaveBeenCalledOnce())
  expect(closeBlocker).not.toHaveBeenCalled()
  vi.mocked(openTopup).mock.calls[0]?.[0]?.onSuccess?.()
  expect(closeBlocker).toHaveBeenCalledOnce()
  expect(onMended).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})

test('on the way to a payment, they are added to it first', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  const addFee = vi.fn()
  await act(async () => root.render(inPage(open('insufficientCredits', { onAddFee: addFee }).body)))
  expect(vi.mocked(openModal).mock.calls[0]?.[0]).toMatchObject({ isConfirmPlain: true })
  const buttons = [...host.querySelectorAll('button')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add 0.20 to this payment', 'Add them right here'])
  await act(async () => buttons[0]?.click())
  expect(closeBlocker).toHaveBeenCalledOnce()
  expect(addFee).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})

test('a missing wallet is made right there: as soon as it has its address, what was blocked goes on', async () => {
  startFullSession({ access: 'a', refresh: 'r' })
  let wallets: object[] = []
  const made = { id: 'w1', chain: 'ETH', public_address: '0xabc', created_at: '2026-01-02T03:04:05Z' }
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'POST') wallets = [made]
    return Response.json({ data: method === 'POST' ? made : wallets, meta: { next_cursor: null, total: 1 } })
  })
  const host = document.createElement('div')
  const root = createRoot(host)
  const onMended = vi.fn()
  const { body } = open('walletNotCreated', { chain: 'ETH', onMended })
  await act(async () => root.render(<QueryClientProvider client={new QueryClient()}>{body}</QueryClientProvider>))
  expect(host.querySelector('button')?.textContent).toBe('Make it here and go on')
  expect(onMended).not.toHaveBeenCalled()
  await act(async () => host.querySelector('button')?.click())
  await eventually(() => expect(onMended).toHaveBeenCalledOnce())
  expect(closeBlocker).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
  endSession()
  vi.unstubAllGlobals()
})
