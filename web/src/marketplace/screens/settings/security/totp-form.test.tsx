import type { TotpSetup } from '@verso/protocol/auth'
import { act, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { TotpForm } from './totp-form.tsx'

const showRecoveryCodes = vi.hoisted(() => vi.fn())
vi.mock('./recovery-codes.tsx', () => ({ showRecoveryCodes }))
vi.mock('../../../../ui/overlays/toast.ts', () => ({ toast: { success: vi.fn() } }))
vi.mock('../../../../ui/fields/otp-input.tsx', () => ({
  OtpInput: ({ onComplete }: { onComplete: (otp: string) => void }) => (
    <input onClick={() => onComplete('123456')} aria-label="code" />
  ),
}))

test('recovery codes are shown also when the modal was closed before the answer', async () => {
  let resolve: (answer: unknown) => void = () => undefined
  const answer = new Promise((done) => {
    resolve = done
  })
  const close = vi.fn<() => void>()
  function Modal() {
    const [isOpen, setIsOpen] = useState(true)
    close.mockImplementation(() => setIsOpen(false))
    return isOpen && <TotpForm setup={{ id: 't1', secret: 'ABC', qr: 'data:,' } as TotpSetup} onDone={close} />
  }
  const page = await openScreen(<Modal />, { answers: { '/api/auth/factors/totp/t1/': answer } })
  await act(async () => page.querySelector('input')?.click())
  await act(async () => close())
  expect(page.querySelector('input')).toBeNull()
  resolve({ data: { recovery_codes: ['one', 'two'] } })
  await eventually(() => expect(showRecoveryCodes).toHaveBeenCalledExactlyOnceWith(['one', 'two']))
})
