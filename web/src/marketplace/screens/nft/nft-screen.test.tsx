import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { technicalDetails } from '../../../lib/browser/browser-switch.ts'
import { endSession, startFullSession } from '../../../api/session.ts'
import { eventually } from '../../../testing/eventually.ts'
import { type Answers, listOf, openScreen } from '../../../testing/open-screen.tsx'
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
  creator: { id: '7', first_name: 'Nila', last_name: null, display_name: 'Nila Silva', logo: null, is_deleted: false },
})

const open = (listings: object[] = [], shown = nft, answers: Answers = {}) =>
  openScreen(<NftScreen />, {
    route: PAGES.nft,
    at: addressOf('nft', { nftId: '1' }),
    answers: {
      '/api/nfts/1/': { data: shown },
      '/api/nfts/1/listings/': { data: listings },
      '/api/nfts/1/activity-logs/': { data: [] },
      '/api/users/8/': { data: KASUN },
      '/api/nfts/': listOf(nft, sampleNft({ id: '2', name: 'Ebb' })),
      ...answers,
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

test('who is signed in is not offered to buy before it is known whether it is theirs', async () => {
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  let tellMe = (_me: object): void => undefined
  const me = new Promise<object>((resolve) => (tellMe = resolve))
  const listing = sampleListing({ status: 'ACTIVE' })
  const listed = sampleNft({ owned_by: '8', listings: [listing], latest_listing: listing })
  const page = await open([], listed, { '/api/users/me/': me })
  await eventually(() => expect(page.textContent).toContain('Category'))
  expect(page.textContent).not.toContain('Buy now')
  await act(async () => tellMe({ data: { ...KASUN, id: '9' } }))
  await eventually(() => expect(page.textContent).toContain('Buy now'))
  await act(async () => endSession())
  localStorage.clear()
})

const buyButtons = (page: HTMLElement) =>
  [...page.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Buy now')

test('who is signed in and cannot be told from the owner is offered to try again, not to buy', async () => {
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  onTestFinished(() => act(async () => endSession()))
  const listing = sampleListing({ status: 'ACTIVE' })
  const page = await open([], sampleNft({ owned_by: '8', listings: [listing], latest_listing: listing }))
  await eventually(() => expect(page.querySelector('article')?.textContent).toContain('Try again'))
  expect(buyButtons(page)).toEqual([])
})

test('while buying is stopped it is stopped at the thumb, too', async () => {
  const listing = sampleListing({ status: 'ACTIVE' })
  const listed = sampleNft({ owned_by: '8', listings: [listing], latest_listing: listing })
  const settings = { data: { platform_fee_bps: 250, min_listing_price: 1, buying_stopped: 'The network is upgraded' } }
  const page = await open([], listed, { '/api/settings/': settings })
  await eventually(() => expect(page.textContent).toContain('The network is upgraded'))
  expect(buyButtons(page).map(({ disabled }) => disabled)).toEqual([true, true])
})

test('while buying is stopped, who has it reserved can still pay for it', async () => {
  startFullSession({ access: `head.${btoa('{"sid":"1"}')}.seal`, refresh: 'refresh' })
  onTestFinished(() => act(async () => endSession()))
  const listing = sampleListing({ status: 'PAYMENT_PROCESSING', buyer: '9' })
  const page = await open([], sampleNft({ owned_by: '8', listings: [listing], latest_listing: listing }), {
    '/api/settings/': {
      data: { platform_fee_bps: 250, min_listing_price: 1, buying_stopped: 'The network is upgraded' },
    },
    '/api/users/me/': { data: { ...KASUN, id: '9' } },
  })
  const goOn = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue payment')
  await eventually(() => expect(goOn()?.disabled).toBe(false))
  expect(page.textContent).toContain('The network is upgraded')
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

const reservedUntil = (buyer: string | null) => {
  const reserved_until = new Date(2026, 2, 1, 14, 32).toISOString()
  const listing = sampleListing({ status: 'PAYMENT_PROCESSING', buyer, reserved_until })
  return sampleNft({ owned_by: '8', listings: [listing], latest_listing: listing })
}

test('a reserved work says when it is free again at the latest', async () => {
  const page = await open([], reservedUntil(null))
  await eventually(() =>
    expect(page.textContent).toContain('This NFT is reserved by another buyer: free again at 2:32 PM at the latest.'),
  )
})

test('words of chains and tokens are on the page of who asked for them', async () => {
  const page = await open()
  await eventually(() => expect(page.textContent).toContain('Category'))
  expect(page.textContent).not.toMatch(/chain|mint|ipfs|token/i)
  await act(async () => technicalDetails.set(true))
  expect(page.textContent).toContain('ChainPolygonMint statusSuccess')
  await act(async () => technicalDetails.set(false))
  expect(page.textContent).not.toMatch(/chain|mint|ipfs|token/i)
})
