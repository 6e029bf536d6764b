import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ME } from '../api/users.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { OtherFactors } from './other-factors.tsx'

beforeEach(loadTexts)

test.each([
  [[], []],
  [['TOTP', 'RECOVERY_CODE'], ['Use a recovery code']],
  [['PASSKEY'], ['Use a passkey']],
])('a member with %j is offered %j', async (other_factors, offered) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const client = new QueryClient()
  client.setQueryData(ME, { id: '1', other_factors })
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <OtherFactors onPasskey={async () => undefined} onRecoveryCode={async () => undefined} />
      </QueryClientProvider>,
    ),
  )
  expect([...page.querySelectorAll('button')].map((button) => button.textContent)).toEqual(offered)
  await act(async () => root.unmount())
})
