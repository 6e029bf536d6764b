import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endSession, startFullSession } from '../session.ts'
import { useAddFiatAccount } from './earnings.ts'

const ACCOUNT = { holder: 'N. P.', country: 'LK', currency: 'LKR', account_number: '00129012', bank_name: 'Bank' }
let add: (body: typeof ACCOUNT) => Promise<unknown>

function Form() {
  const mutation = useAddFiatAccount()
  useEffect(() => {
    add = (body) => mutation.mutateAsync(body as never).catch(() => undefined)
  })
  return null
}

test('a bank account that is saved again after a lost answer is the same request, and another one is not', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    throw new TypeError('Failed to fetch')
  })
  startFullSession({ access: 'a', refresh: 'r' })
  const root = createRoot(document.createElement('div'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    endSession()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>,
    ),
  )
  for (const body of [ACCOUNT, ACCOUNT, { ...ACCOUNT, holder: 'A. P.' }]) await act(() => add(body))
  expect(keys).toHaveLength(3)
  expect([keys[0], keys[1] === keys[0], keys[2] === keys[0]]).toEqual([expect.any(String), true, false])
})
