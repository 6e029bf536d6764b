import { addressOf } from '@verso/protocol/pages/pages'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startTemporarySession } from '../../api/session.ts'
import { loadTexts } from '../../lib/load-texts.ts'

const ME = { id: '1', email: 'a@b.test', reg_status: 'VERIFIED', phone: '+94 •• ••• 4567' }
let root: Root
const host = document.createElement('div')

beforeEach(async () => {
  // The six boxes watch their own size.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async () => Response.json({ data: ME }))
  await loadTexts()
})
afterEach(() => {
  root.unmount()
  endSession()
  vi.unstubAllGlobals()
})

function show(screen: ReactNode, entry: string | { pathname: string; state: object } = '/'): void {
  root = createRoot(host)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[entry]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
}
/** The name (else type) and purpose of each field that can be filled in. */
const purposes = () =>
  [...host.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')].map(
    (input) => `${input.name || input.type}: ${input.autocomplete}`,
  )
const expectPurposes = (wanted: string[]) => vi.waitFor(() => expect(purposes()).toEqual(wanted), { timeout: 30_000 })
const clickButton = (name: string) =>
  vi.waitFor(
    () => {
      const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      expect(button).toBeDefined()
      button?.click()
    },
    { timeout: 30_000 },
  )

const NEW_PASSWORD = ['password: new-password', 'confirm_password: new-password']
const USERNAME = 'username: username'
const CODE = 'text: one-time-code'

test('sign-in: the username and the password that are kept', async () => {
  const { SignInScreen } = await import('./sign-in/sign-in-screen.tsx')
  show(<SignInScreen />)
  await expectPurposes([USERNAME, 'password: current-password'])
})

test('register: the address becomes the username of a new password', async () => {
  const { RegisterScreen } = await import('./register/register-screen.tsx')
  show(<RegisterScreen />)
  await expectPurposes(['email: username', ...NEW_PASSWORD])
})

test('register success and a link that is not known ask for an address', async () => {
  const { RegisterSuccessScreen } = await import('./register-success/register-success-screen.tsx')
  show(<RegisterSuccessScreen />)
  await expectPurposes(['email: email'])
  root.unmount()
  const { VerifyEmailScreen } = await import('./verify-email/verify-email-screen.tsx')
  show(<VerifyEmailScreen />)
  await expectPurposes(['email: email'])
})

test('forgot: the username', async () => {
  const { ForgotScreen } = await import('./forgot/forgot-screen.tsx')
  show(<ForgotScreen />)
  await expectPurposes(['email: username'])
})

test('reset: a new password, and whose it is', async () => {
  const { ResetPasswordScreen } = await import('./reset-password/reset-password-screen.tsx')
  show(<ResetPasswordScreen />, addressOf('resetPassword', { token: 'one', email: 'a@b.test' }))
  await expectPurposes([USERNAME, ...NEW_PASSWORD])
  expect(host.querySelector<HTMLInputElement>('[name=username]')?.value).toBe('a@b.test')
})

test('the phone and both codes', async () => {
  startTemporarySession({ access: 'token', refresh: 'refresh' })
  const { PhoneInput } = await import('../../ui/fields/phone-input.tsx')
  const control = { id: 'phone', 'aria-invalid': false, 'aria-describedby': 'note' }
  show(<PhoneInput {...control} name="phone" onChange={() => undefined} />)
  await expectPurposes(['phone: tel'])
  root.unmount()
  const { VerifyMobileScreen } = await import('./verify-mobile/verify-mobile-screen.tsx')
  show(<VerifyMobileScreen />, { pathname: '/', state: { phone: '+94771234567' } })
  await expectPurposes([CODE])
  root.unmount()
  const { VerifyOtpScreen } = await import('./verify-otp/verify-otp-screen.tsx')
  show(<VerifyOtpScreen />)
  await expectPurposes([CODE])
  await clickButton('Use a recovery code')
  await expectPurposes([CODE, 'text: off'])
})

test('settings: the present password, a new one, and whose they are', async () => {
  const { PasswordPanel } = await import('./settings/security/password-panel.tsx')
  show(<PasswordPanel phone={ME.phone} email={ME.email} />)
  await clickButton('Change password')
  await expectPurposes([USERNAME, 'current: current-password', ...NEW_PASSWORD])
})

test('settings: the first code of an authenticator', async () => {
  const { TotpForm } = await import('./settings/security/totp-form.tsx')
  show(<TotpForm setup={{ id: '1', secret: 'ABC', uri: '', qr: 'data:,' }} onDone={() => undefined} />)
  await expectPurposes([CODE])
})
