import { addressOf } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
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

function open(blocker: Parameters<typeof openBlocker>[0], options: { onAddFee?: () => void } = {}): ModalSpec {
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
    expect(navigate).toHaveBeenCalledExactlyOnceWith(addressOf('settingsTab', { tab }))
  },
)

test('missing credits are topped up right there: once they are, nothing blocks any more', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () => root.render(open('insufficientCredits').body))
  await act(async () => host.querySelector('button')?.click())
  await eventually(() => expect(openTopup).toHaveBeenCalledOnce())
  expect(closeBlocker).not.toHaveBeenCalled()
  vi.mocked(openTopup).mock.calls[0]?.[0]?.onSuccess?.()
  expect(closeBlocker).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})

test('on the way to a payment, they are added to it first', async () => {
  const host = document.createElement('div')
  const root = createRoot(host)
  const addFee = vi.fn()
  await act(async () => root.render(open('insufficientCredits', { onAddFee: addFee }).body))
  expect(vi.mocked(openModal).mock.calls[0]?.[0]).toMatchObject({ isConfirmPlain: true })
  const buttons = [...host.querySelectorAll('button')]
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add 0.20 to this payment', 'Add them right here'])
  await act(async () => buttons[0]?.click())
  expect(closeBlocker).toHaveBeenCalledOnce()
  expect(addFee).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})
