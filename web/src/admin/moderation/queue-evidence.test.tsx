import '../../locales/admin-texts.ts'
import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-screen.tsx'
import { sampleNft } from '../../testing/sample-nft.ts'
import { QueueEvidence } from './queue-evidence.tsx'

const other = {
  id: '2',
  name: 'Blue heron, copied',
  description: null,
  card_url: 'https://media.test/card.png',
  is_taken_down: false,
  creator: '8',
  creator_username: 'Ravi',
  created_at: '2026-03-01T10:00:00.000Z',
}
const itemWith = (duplicates: ModerationItem['duplicates']) =>
  ({ nft: sampleNft(), reports: [], duplicates }) as unknown as ModerationItem
const blockButton = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].find((button) => button.textContent === 'Block these bytes everywhere')

test('a work shows the others with the same bytes, which can be blocked everywhere', async () => {
  const onBlockBytes = vi.fn<() => void>()
  const page = await openScreen(<QueueEvidence item={itemWith([other])} onBlockBytes={onBlockBytes} />)
  expect(page.textContent).toContain('Blue heron, copied')
  blockButton(page)?.click()
  expect(onBlockBytes).toHaveBeenCalledOnce()
})

test('a work whose bytes no other has offers nothing of that', async () => {
  const page = await openScreen(<QueueEvidence item={itemWith([])} onBlockBytes={vi.fn<() => void>()} />)
  expect(blockButton(page)).toBeUndefined()
})
