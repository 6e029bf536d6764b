import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../../lib/load-texts.ts'
import { toast } from '../../../../ui/overlays/toast.ts'
import { useCreateWallet } from '../../../../api/wallets.ts'

vi.mock('../../../../ui/overlays/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), dismiss: vi.fn() } }))
beforeEach(loadTexts)

test.each([
  [400, 'invalid', ['Some server reason'], 'Some server reason'],
  [409, 'conflict', ['Conflict reason'], 'Conflict reason'],
  [503, 'chain_unavailable', ['The chain does not answer.'], 'Transaction failed. Try again in few minutes '],
  [
    503,
    'unavailable',
    ['The blockchain service is temporarily unavailable.'],
    'Transaction failed. Try again in few minutes ',
  ],
  [500, 'internal_error', [], 'Error creating crypto walltet.'],
])('a wallet that is refused with %i %s says why', async (status, code, errors, text) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json({ errors, code }, { status }))
  const onRender = vi.fn<(create: ReturnType<typeof useCreateWallet>) => void>()
  function Form() {
    onRender(useCreateWallet())
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>,
    ),
  )
  await act(async () => onRender.mock.lastCall?.[0].mutateAsync('POLYGON').catch(() => undefined))
  expect(toast.error).toHaveBeenLastCalledWith(text, expect.anything())
  await act(async () => root.unmount())
})
