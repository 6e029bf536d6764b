import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { Menu } from './menu.tsx'

test('a menu that opens without a pointer or the focus, as by a screen reader, fetches what it shows', async () => {
  const fetchChoices = vi.fn()
  const page = await openScreen(
    <Menu label="Account" trigger="A" onApproach={fetchChoices}>
      {null}
    </Menu>,
  )
  expect(fetchChoices).not.toHaveBeenCalled()
  // jsdom has no popovers.
  await act(async () => void page.querySelector('[popover]')?.dispatchEvent(new Event('beforetoggle')))
  expect(fetchChoices).toHaveBeenCalledOnce()
})
