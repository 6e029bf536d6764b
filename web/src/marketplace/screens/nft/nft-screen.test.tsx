import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { openScreen } from '../../../testing/open-screen.tsx'
import { NftScreen } from './nft-screen.tsx'

test('a work that does not exist does not keep the title of the page before it', async () => {
  document.title = 'Tide · Verso'
  const page = await openScreen(<NftScreen />, { route: PAGES.nft, at: addressOf('nft', { nftId: '404' }) })
  await eventually(() => expect(document.title).toBe('This NFT does not exist · Verso'))
  expect(page.querySelector('h1')?.textContent).toBe('Discover the extraordinary NFT World')
  expect(page.textContent).toContain('This NFT does not exist')
})
