import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { ResendLink } from './resend-link.tsx'

test('the address is asked for once the server does not know the link, not while it is out of reach', async () => {
  const page = await openScreen(<ResendLink token="old" />)
  const retry = async (answer: () => Promise<Response>) => {
    vi.stubGlobal('fetch', answer)
    await act(async () => page.querySelector('button')?.click())
    await eventually(() => expect(page.querySelector('[aria-busy=true]')).toBeNull())
  }
  await retry(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(page.querySelector('input')).toBeNull()
  await retry(async () => Response.json({ errors: ['Too many'] }, { status: 429 }))
  expect(page.querySelector('input')).toBeNull()
  await retry(async () => Response.json({ errors: ['Unknown'] }, { status: 400 }))
  expect(page.querySelector('input')?.type).toBe('email')
})
