import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { closeAllModals, openModal } from '../../ui/overlays/modal.ts'
import { useQueueKeys } from './use-queue-keys.ts'

const actions = {
  approve: vi.fn(),
  takeDown: vi.fn(),
  approveRefused: vi.fn(),
  refuse: () => void openModal({ title: 'Why?' }),
}
const items = [{ nft: sampleNft() } as ModerationItem]
function Queue() {
  useQueueKeys(items, actions)
  return null
}
const press = (key: string) =>
  act(async () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
afterEach(closeAllModals)

test('while the question why is still on its way, its first letters decide about nothing', async () => {
  await openScreen(<Queue />)
  for (const key of ['r', 'a', 't', 'u']) await press(key)
  for (const decide of [actions.approve, actions.takeDown, actions.approveRefused])
    expect(decide).not.toHaveBeenCalled()
})
