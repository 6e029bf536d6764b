import { act } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { closeAllModals, confirm, openModal, type ModalSpec } from './modal.ts'
import { ModalHost } from './modal-host.tsx'

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const scrim = () => document.querySelector<HTMLElement>('.scrim')
const onCancel = vi.fn()

async function open(spec: Partial<ModalSpec> = {}): Promise<void> {
  await openScreen(<ModalHost />)
  await act(async () => void openModal({ title: 'Wallet not created', onCancel, ...spec }))
  await eventually(() => expect(dialog()?.contains(document.activeElement)).toBe(true))
}
const press = (key: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
/** The events of a mouse's click; true where the browser would then move the focus. */
async function clickBeside(detail = 1): Promise<boolean> {
  let movesFocus = false
  await act(async () => {
    const init = { bubbles: true, cancelable: true, detail }
    scrim()?.dispatchEvent(new PointerEvent('pointerdown', { ...init, pointerType: 'mouse' }))
    movesFocus = scrim()?.dispatchEvent(new MouseEvent('mousedown', init)) ?? false
    scrim()?.dispatchEvent(new PointerEvent('pointerup', { ...init, pointerType: 'mouse' }))
    scrim()?.dispatchEvent(new MouseEvent('mouseup', init))
    scrim()?.dispatchEvent(new MouseEvent('click', init))
  })
  return movesFocus
}

beforeEach(() => onCancel.mockClear())
afterEach(() => act(async () => closeAllModals()))

test.each([
  ['Escape', () => press('Escape')],
  ['a click beside it', () => clickBeside()],
])('%s closes a modal', async (_, dismiss) => {
  await open()
  await dismiss()
  expect(onCancel).toHaveBeenCalledOnce()
  await eventually(() => expect(dialog()).toBeNull())
})

test('the second of a double click on what opened it leaves it open', async () => {
  await open()
  await clickBeside(2)
  expect(onCancel).not.toHaveBeenCalled()
  await clickBeside()
  expect(onCancel).toHaveBeenCalledOnce()
})

test('closed, it gives the focus back to nothing when nothing had it, not to the first link of the page', async () => {
  const link = document.body.insertAdjacentElement('afterbegin', document.createElement('button'))
  await open()
  await press('Escape')
  await eventually(() => expect(dialog()).toBeNull())
  expect(document.activeElement).toBe(document.body)
  link?.remove()
})

test('closed, it gives the focus back to the part of the page that had it, not to the first control in it', async () => {
  const part = document.body.appendChild(document.createElement('section'))
  onTestFinished(() => part.remove())
  part.append(document.createElement('button'))
  part.tabIndex = -1
  part.focus()
  await open()
  await press('Escape')
  await eventually(() => expect(dialog()).toBeNull())
  expect(document.activeElement).toBe(part)
})

test('one that blocks is closed by neither, and a press beside it does not take the focus away', async () => {
  await open({ isBlocking: true })
  const focused = document.activeElement
  await press('Escape')
  expect(await clickBeside()).toBe(false)
  expect(onCancel).not.toHaveBeenCalled()
  expect(dialog()).not.toBeNull()
  expect(document.activeElement).toBe(focused)

  const cancel = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel')
  await act(async () => cancel?.click())
  expect(onCancel).toHaveBeenCalledOnce()
  await eventually(() => expect(dialog()).toBeNull())
})

test('the second press of a double click opens nothing more, and its question is answered no', async () => {
  await openScreen(<ModalHost />)
  const answers: Promise<boolean>[] = []
  await act(async () => void answers.push(confirm({ title: 'Unlist it?' }), confirm({ title: 'Unlist it?' })))
  await eventually(() => expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1))
  expect(await answers[1]).toBe(false)

  const okay = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Okay')
  await act(async () => okay?.click())
  expect(await answers[0]).toBe(true)
})
