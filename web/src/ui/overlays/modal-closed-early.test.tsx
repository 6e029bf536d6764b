import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { closeAllModals, confirm, isModalOpen, openModal, openModals } from './modal.ts'
import { ModalHost } from './modal-host.tsx'

let arrive: () => void = () => undefined
const arrived = new Promise<void>((resolve) => {
  arrive = resolve
})
vi.mock('./modal-layer.tsx', async (original) => {
  await arrived
  return original()
})

const dialogs = () => [...document.querySelectorAll('[role=dialog]')]

test('a modal that was closed before its code arrived is gone, and its question answered no', async () => {
  await openScreen(<ModalHost />)
  const onClosed = vi.fn()
  let answer: Promise<boolean> | undefined
  await act(async () => void openModal({ title: 'Payment', onClosed }))
  await act(async () => {
    answer = confirm({ title: 'Delete?' })
  })
  await act(async () => closeAllModals())
  await act(async () => openModal({ title: 'Opened since' }))
  await act(async () => arrive())
  await eventually(() => expect(dialogs()).toHaveLength(1))
  expect(dialogs()[0]?.textContent).toContain('Opened since')
  expect(onClosed).toHaveBeenCalledOnce()
  expect(await answer).toBe(false)
  await act(async () => closeAllModals())
  await eventually(() => expect([isModalOpen(), openModals()]).toEqual([false, []]))
})
