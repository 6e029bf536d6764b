import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ME } from '../api/users.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { eventually } from '../testing/eventually.ts'
import type { ModalSpec } from '../ui/overlays/modal.ts'

const openModal = vi.hoisted(() => vi.fn<(spec: ModalSpec) => () => void>())
vi.mock('../ui/overlays/modal.ts', () => ({ openModal }))
vi.mock('../ui/overlays/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), dismiss: vi.fn() } }))

const SENT = 'Enter the 6-digit code we sent by SMS, or the one from your authenticator.'
const RETRY_OPEN = 'Retry'
let root: Root
let answer: () => Response
const host = document.createElement('div')
const retry = () => [...host.querySelectorAll('button')].find((button) => button.textContent?.startsWith('Retry'))
const alertText = () => host.querySelector('form [role=alert]')?.textContent

/** Opens the dialog as a call does that needs a second factor. */
async function ask(client = new QueryClient()): Promise<void> {
  const { askForStepUp } = await import('./step-up.tsx')
  void askForStepUp()
  await eventually(() => expect(openModal).toHaveBeenCalledOnce())
  const body: ReactNode = openModal.mock.calls[0]?.[0].render?.(() => undefined)
  root = createRoot(host)
  await act(async () => root.render(<QueryClientProvider client={client}>{body}</QueryClientProvider>))
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // The boxes of input-otp watch their own size.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('fetch', async () => answer())
  sessionStorage.clear()
  await loadTexts()
})
afterEach(async () => {
  openModal.mock.calls[0]?.[0].onClosed?.()
  if (openModal.mock.calls.length > 0) await act(async () => root.unmount())
  openModal.mockReset()
  vi.unstubAllGlobals()
})

test('a member without an authenticator is told of the SMS alone', async () => {
  answer = () => Response.json({ data: {} })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(ME, { id: '1', other_factors: [] })
  await ask(client)
  expect(host.textContent).toContain('Enter the 6-digit code we sent by SMS.')
})

test('a code that was sent locks Retry', async () => {
  answer = () => Response.json({ data: null })
  await ask()
  expect(host.textContent).toContain(SENT)
  expect(retry()?.disabled).toBe(true)
  expect(alertText()).toBeUndefined()
})

test('a code that could not be sent is not called sent: the form says why, and Retry sends it', async () => {
  answer = () => Response.json({ errors: ['There is no phone on your account'], code: 'conflict' }, { status: 409 })
  await ask()
  expect(alertText()).toBe('There is no phone on your account')
  expect(host.textContent).not.toContain(SENT)
  expect([retry()?.textContent, retry()?.disabled]).toEqual([RETRY_OPEN, false])

  answer = () => Response.json({ data: null })
  await act(async () => retry()?.click())
  await eventually(() => expect(host.textContent).toContain(SENT))
  expect(alertText()).toBeUndefined()
  expect(retry()?.disabled).toBe(true)
})

test('asked too often, Retry opens when the server sends again', async () => {
  const errors = ['A code was just sent. Please wait before asking for another one.']
  answer = () =>
    Response.json({ errors, code: 'too_many_requests' }, { status: 429, headers: { 'Retry-After': '300' } })
  await ask()
  expect(alertText()).toBe(errors[0])
  expect(retry()?.textContent).toMatch(/^Retry in (5:00|4:5\d)$/)
})

test('without a session no code is asked for', async () => {
  answer = () => Response.json({ errors: ['Please sign in.'], code: 'unauthorized' }, { status: 401 })
  const { askForStepUp } = await import('./step-up.tsx')
  expect(await askForStepUp()).toBe(false)
  expect(openModal).not.toHaveBeenCalled()
})
