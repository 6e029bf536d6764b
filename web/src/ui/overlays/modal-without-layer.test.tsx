import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { openModal } from './modal.ts'
import { ModalHost } from './modal-host.tsx'

vi.mock('./modal-layer.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a modal whose code does not arrive says so in a dialog that has the focus, and goes with Escape', async () => {
  // React tells the console of what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const page = await openScreen(
    <>
      <button type="button">Buy</button>
      <ModalHost />
    </>,
  )
  const [onCancel, onClosed] = [vi.fn(), vi.fn()]
  const dialog = () => page.querySelector('[role=alertdialog]')
  page.querySelector('button')?.focus()
  await act(async () => void openModal({ title: 'Wallet not created', isBlocking: true, onCancel, onClosed }))
  await eventually(() => expect(dialog()?.textContent).toContain('This could not be loaded.'))
  expect([dialog()?.ariaLabel, dialog()?.ariaModal]).toEqual(['Wallet not created', 'true'])
  expect(document.activeElement).toBe(dialog())

  await act(async () => dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(dialog()).toBeNull()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onClosed).toHaveBeenCalledOnce()
  expect(document.activeElement?.textContent).toBe('Buy')
})
