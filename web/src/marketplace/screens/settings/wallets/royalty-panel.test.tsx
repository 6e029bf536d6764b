import { useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { RoyaltyPanel } from './royalty-panel.tsx'

test('an address that is being typed stays when what is there cannot be asked for again', async () => {
  let askAgain = () => Promise.resolve()
  function Screen() {
    const client = useQueryClient()
    askAgain = () => client.invalidateQueries()
    return <RoyaltyPanel />
  }
  const answers = { '/api/accounts/cryptos/royalty_address/': { data: { address: null } } }
  const page = await openScreen(<Screen />, { answers })
  const input = () => page.querySelector('input')
  await eventually(() => expect(input()).not.toBeNull())
  const typed = input()
  vi.stubGlobal('fetch', async () => Response.json({ errors: ['Down'] }, { status: 503 }))
  await act(() => askAgain())
  expect(input()).toBe(typed)
})
