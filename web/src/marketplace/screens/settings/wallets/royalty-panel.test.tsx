import { useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { RoyaltyPanel } from './royalty-panel.tsx'

function Screen() {
  const client = useQueryClient()
  return (
    <>
      <button type="button" id="again" onClick={() => void client.invalidateQueries()}>
        Ask again
      </button>
      <RoyaltyPanel />
    </>
  )
}

test('an address that is being typed stays when what is there cannot be asked for again', async () => {
  const answers = { '/api/accounts/cryptos/royalty_address/': { data: { address: null } } }
  const page = await openScreen(<Screen />, { answers })
  const input = () => page.querySelector('input')
  await eventually(() => expect(input()).not.toBeNull())
  const typed = input()
  const asked = vi.fn(async () => Response.json({ errors: ['Down'] }, { status: 503 }))
  vi.stubGlobal('fetch', asked)
  await act(async () => page.querySelector<HTMLElement>('#again')?.click())
  await eventually(() => expect(asked).toHaveBeenCalled())
  await act(async () => undefined)
  expect(input()).toBe(typed)
})
