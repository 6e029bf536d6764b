import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../lib/load-texts.ts'
import { toast } from './toast.ts'

const toasts = () => [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.textContent)
const list = () => document.querySelector('[data-sonner-toaster]')

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  await loadTexts()
})
afterEach(() => vi.useRealTimers())

test('a toast is at the top centre, read out politely, and gone after 3 s', async () => {
  await act(async () => import('./toaster.tsx'))
  vi.useFakeTimers()
  await act(async () => toast.success('Copied'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(toasts()).toEqual(['Copied'])
  expect([list()?.getAttribute('data-y-position'), list()?.getAttribute('data-x-position')]).toEqual(['top', 'center'])
  const region = list()?.closest('section')
  expect([region?.getAttribute('aria-live'), region?.getAttribute('aria-label')]).toEqual([
    'polite',
    'Notifications alt+T',
  ])

  await act(() => vi.advanceTimersByTimeAsync(2_800))
  expect(toasts()).toEqual(['Copied'])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(toasts()).toEqual([])
})

test('what went wrong twice for one reason is said once', async () => {
  await act(async () => import('./toaster.tsx'))
  vi.useFakeTimers()
  for (const text of ['No connection', 'No connection', 'Another reason']) await act(async () => toast.error(text))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(toasts().toSorted()).toEqual(['Another reason', 'No connection'])
})
