import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { act, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { singleKeys } from '../../lib/browser/browser-switch.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { openModal, openModals, removeModal } from '../../ui/overlays/modal.ts'
import { useQueueKeys } from './use-queue-keys.ts'

const actions = {
  approve: vi.fn<(item: ModerationItem) => void>(),
  takeDown: vi.fn(),
  approveRefused: vi.fn(),
  refuse: () => void openModal({ title: 'Why?' }),
}
const itemsOf = (...ids: string[]) => ids.map((id) => ({ nft: sampleNft({ id }) }) as ModerationItem)
const decidedHere = new Set<string>()
let listIs: (...ids: string[]) => Promise<void>

function Queue({ onReady }: { onReady: (setItems: (items: ModerationItem[]) => void) => void }) {
  const [items, setItems] = useState(itemsOf('1', '2', '3', '4'))
  onReady(setItems)
  return useQueueKeys(items, actions, (id) => decidedHere.has(id)).currentId ?? 'none'
}
const open = () =>
  openScreen(<Queue onReady={(setItems) => (listIs = (...ids) => act(async () => setItems(itemsOf(...ids))))} />)
const press = (key: string) =>
  act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
const approved = () => actions.approve.mock.calls.map(([{ nft }]) => nft.id)

beforeEach(() => {
  vi.clearAllMocks()
  decidedHere.clear()
})
afterEach(() => openModals().forEach(({ id }) => removeModal(id)))

test('while the question why is still on its way, its first letters decide about nothing', async () => {
  await open()
  for (const key of ['r', 'a', 't', 'u']) await press(key)
  for (const decide of [actions.approve, actions.takeDown, actions.approveRefused])
    expect(decide).not.toHaveBeenCalled()
})

test('after a decision the next work is the one that the keys act on', async () => {
  const page = await open()
  await press('j')
  await press('j')
  expect(page.textContent).toBe('2')
  await press('a')
  decidedHere.add('2')
  await listIs('1', '3', '4')
  expect(page.textContent).toBe('3')
  await press('a')
  decidedHere.add('3')
  await listIs('1', '4')
  expect(page.textContent).toBe('4')
  expect(approved()).toEqual(['2', '3'])
})

test('where another admin has decided a work, no key decides about the next one before the person moves', async () => {
  const page = await open()
  await listIs('2', '3', '4')
  expect(page.textContent).toBe('none')
  await press('a')
  expect(approved()).toEqual([])
  await press('j')
  expect(page.textContent).toBe('2')
  await press('a')
  expect(approved()).toEqual(['2'])
})

test('the work that the keys act on stays the same while others come and go before it', async () => {
  const page = await open()
  await press('j')
  await press('j')
  await listIs('0', '2', '3')
  expect(page.textContent).toBe('2')
})

test('a queue that was empty begins at its first work', async () => {
  const page = await open()
  await listIs()
  await listIs('7', '8')
  expect(page.textContent).toBe('7')
})

test('switched off, no letter decides anything', async () => {
  await open()
  singleKeys.set(false)
  await press('a')
  expect(actions.approve).not.toHaveBeenCalled()
  singleKeys.set(true)
  await press('a')
  expect(approved()).toEqual(['1'])
})

test('a switch that has the focus takes none of the letters', async () => {
  await open()
  const box = document.body.appendChild(document.createElement('input'))
  box.type = 'checkbox'
  await act(async () => box.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })))
  box.remove()
  expect(approved()).toEqual(['1'])
})
