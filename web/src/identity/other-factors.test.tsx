import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ME } from '../api/users.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { eventually } from '../testing/eventually.ts'
import { openScreen } from '../testing/open-screen.tsx'
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

test('a passkey that was cancelled leaves the recovery code that is being typed alone', async () => {
  const cancelled = Promise.reject(new Error('cancelled'))
  cancelled.catch(() => undefined)
  const factors = <OtherFactors onPasskey={() => cancelled} onRecoveryCode={async () => undefined} />
  const page = await openScreen(factors)
  const press = (name: string) =>
    act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())
  await press('Use a recovery code')
  await press('Use a passkey')
  await eventually(() => expect(page.querySelector('[role=alert]')?.textContent).toContain('passkey'))
  expect(page.querySelector('input')?.getAttribute('aria-invalid')).not.toBe('true')
})

test('while the passkey is asked its own button waits, also beside the code', async () => {
  const page = await openScreen(
    <OtherFactors onPasskey={() => new Promise(() => undefined)} onRecoveryCode={async () => undefined} />,
  )
  const buttons = () => [...page.querySelectorAll('button')]
  await act(async () => buttons()[1]?.click())
  await act(async () => buttons()[0]?.click())
  expect(buttons().map((button) => button.getAttribute('aria-busy'))).toEqual(['true', null])
})
