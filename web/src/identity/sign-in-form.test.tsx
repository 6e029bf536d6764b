import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { eventually } from '../testing/eventually.ts'
import { showHtml } from '../testing/show-html.ts'
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

/** The form of the first paint, as first-forms/sign-in.html has it. */
function showFirstForm({ isAsked = false } = {}) {
  const first = showHtml(
    '<form id="first-form"><input id="first-username"><input id="first-password" type="password"></form>',
  ).querySelector<HTMLFormElement>('#first-form')
  if (isAsked && first) first.dataset.asked = ''
  const [username, password] = first?.querySelectorAll('input') ?? []
  return { username: username as HTMLInputElement, password: password as HTMLInputElement }
}

async function showScreen(onSubmit = vi.fn(async () => undefined)) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const host = showHtml('')
  const root = createRoot(host)
  onTestFinished(() => act(async () => root.unmount()))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SignInForm username="known@example.test" onSubmit={onSubmit} />
      </QueryClientProvider>,
    ),
  )
  const field = (name: string) => host.querySelector(`[name=${name}]`) as HTMLInputElement
  return { username: field('username'), password: field('password'), onSubmit }
}

test('what was typed before the script came stays, with the focus and the caret', async () => {
  const first = showFirstForm()
  first.username.value = 'nila@example.test'
  first.password.value = 'demo-pss'
  first.password.focus()
  first.password.setSelectionRange(6, 6)
  const { username, password, onSubmit } = await showScreen()
  expect([username.value, password.value]).toEqual(['nila@example.test', 'demo-pss'])
  expect(document.activeElement).toBe(password)
  expect([password.selectionStart, password.selectionEnd]).toEqual([6, 6])
  expect(document.querySelector('#first-form')).toBeNull()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('an untouched first form changes nothing of the screen', async () => {
  showFirstForm()
  const { username, password } = await showScreen()
  expect([username.value, password.value]).toEqual(['known@example.test', ''])
})

test('who asked to sign in before the script came is signed in by it, once', async () => {
  const first = showFirstForm({ isAsked: true })
  first.username.value = 'nila@example.test'
  first.password.value = 'demo-pass'
  const { onSubmit } = await showScreen()
  await eventually(() => expect(onSubmit).toHaveBeenCalledOnce())
  expect(onSubmit).toHaveBeenCalledWith({ username: 'nila@example.test', password: 'demo-pass' })
})
