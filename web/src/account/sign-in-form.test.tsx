import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { eventually } from '../testing/eventually.ts'
import { SignInForm } from './sign-in-form.tsx'

beforeEach(loadTexts)

async function signInRefusedWith(code: string): Promise<HTMLElement> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onSubmit = vi.fn(async () => {
    throw new ApiError(400, { code, errors: [{ non_field_errors: ['In whatever words'] }] })
  })
  const host = document.createElement('div')
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SignInForm onSubmit={onSubmit} />
      </QueryClientProvider>,
    ),
  )
  for (const [name, value] of [
    ['username', 'nila@example.test'],
    ['password', 'demo-pass'],
  ]) {
    const input = host.querySelector<HTMLInputElement>(`[name=${name}]`)
    await act(async () => {
      // React overlooks a value that is set on the element itself.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await act(async () => host.querySelector('form')?.requestSubmit())
  await eventually(() => expect(host.textContent).toContain('In whatever words'))
  return host
}

const resendIn = (host: HTMLElement) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Resend')

test('who has not verified the e-mail, told by the code, can have the link sent again right there', async () => {
  expect(resendIn(await signInRefusedWith('email_not_verified'))).toBeDefined()
})

test('any other refusal offers no link', async () => {
  expect(resendIn(await signInRefusedWith('invalid'))).toBeUndefined()
})
