import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { listOf, openScreen } from '../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../testing/sample-nft.ts'
import { NftScreen } from './nft-screen.tsx'

test('a work that does not exist does not keep the title of the page before it', async () => {
  document.title = 'Tide · Verso'
  const page = await openScreen(<NftScreen />, { route: PAGES.nft, at: addressOf('nft', { nftId: '404' }) })
  await eventually(() => expect(document.title).toBe('This NFT does not exist · Verso'))
  expect(page.querySelector('h1')?.textContent).toBe('Discover the extraordinary NFT World')
  expect(page.textContent).toContain('This NFT does not exist')
})

const KASUN = { id: '8', first_name: 'Kasun', last_name: null, display_name: 'Kasun Perera', avatar_url: null }
const nft = sampleNft({
  owned_by: '8',
  creator: { id: '7', first_name: 'Nila', last_name: null, display_name: 'Nila Silva', logo: null },
})

const open = (listings: object[] = []) =>
  openScreen(<NftScreen />, {
    route: PAGES.nft,
    at: addressOf('nft', { nftId: '1' }),
    answers: {
      '/api/nfts/1/': { data: nft },
      '/api/nfts/1/listings/': { data: listings },
      '/api/nfts/1/activity-logs/': { data: [] },
      '/api/users/8/': { data: KASUN },
      '/api/nfts/': listOf(nft, sampleNft({ id: '2', name: 'Ebb' })),
    },
  })
const linkNames = (page: HTMLElement) => [...page.querySelectorAll('a')].map(({ textContent }) => textContent)

test('creator and owner are named by their public names, and linked', async () => {
  const page = await open()
  await eventually(() => {
    expect(linkNames(page)).toContain('NICreated byNila Silva')
    expect(linkNames(page)).toContain('KAOwned byKasun Perera')
  })
})

test('below a work stand others of its creator, each of them once and not the work itself', async () => {
  const page = await open()
  await eventually(() => expect(page.textContent).toContain('More by Nila Silva'))
  expect(linkNames(page).filter((name) => name === 'Ebb')).toHaveLength(1)
  expect(linkNames(page)).not.toContain('Tide')
})

test('with one sale a sentence says it beside the chart', async () => {
  // jsdom has no layout to observe.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const page = await open([sampleListing({ status: 'SOLD', price: 12.5 })])
  await eventually(() => expect(page.textContent).toContain('Sold once, for 12.5 USD on 03/01.'))
})
