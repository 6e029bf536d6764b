import type { Nft } from '@verso/protocol/nfts'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '../../../../testing/eventually.ts'
import { openScreen } from '../../../../testing/open-screen.tsx'
import { sampleListing, sampleNft } from '../../../../testing/sample-nft.ts'
import { type ModalSpec, openModal } from '../../../../ui/overlays/modal.ts'
import { ListingPanel } from './listing-panel.tsx'

const listNft = vi.hoisted(() => vi.fn())
const changePrice = vi.hoisted(() => vi.fn())
vi.mock('../../../../api/nfts/nft-changes.ts', () => ({
  useListNft: () => ({ mutateAsync: listNft, isPending: false }),
  useChangePrice: () => ({ mutateAsync: changePrice, isPending: false }),
  useUnlistNft: () => ({ mutate: vi.fn(), isPending: false }),
}))
vi.mock(import('../../../../ui/overlays/modal.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const openModal = vi.fn<typeof original.openModal>(() => () => undefined)
  const confirm: typeof original.confirm = (spec) =>
    new Promise((resolve) => {
      openModal({ ...spec, onConfirm: () => resolve(true), onCancel: () => resolve(false) })
    })
  return { ...original, openModal, confirm }
})
beforeEach(() => {
  vi.clearAllMocks()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = vi.fn()
})

const settings = { '/api/settings/': { data: { platform_fee_bps: 250, min_listing_price: 1.08 } } }
const open = (nft: Nft, isCreator: boolean) =>
  openScreen(<ListingPanel nft={nft} isCreator={isCreator} isReady />, { answers: settings })
const linesOf = (page: HTMLElement) =>
  [...page.querySelectorAll('dl > div')].map((line) => [...line.children].map((part) => part.textContent))

async function enterPrice(page: HTMLElement, price: string): Promise<void> {
  const field = page.querySelector('input') as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, price)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const list = (page: HTMLElement) => act(async () => page.querySelector('form')?.requestSubmit())

test('while a price is typed, the creator sees what is left of it after the fee', async () => {
  const page = await open(sampleNft(), true)
  expect(linesOf(page)).toEqual([])
  await enterPrice(page, '20')
  await eventually(() =>
    expect(linesOf(page)).toEqual([
      ['Platform fee (2.5%)', '−0.50'],
      ['You receive', '19.50 USD'],
    ]),
  )
})

test('a resale shows the royalty too, and a listed NFT goes on showing it', async () => {
  const listing = sampleListing({ price: 20 })
  const page = await open(sampleNft({ listings: [listing], latest_listing: listing }), false)
  await eventually(() =>
    expect(linesOf(page)).toEqual([
      ['Platform fee (2.5%)', '−0.50'],
      ['Royalty to the creator (5%)', '−1.00'],
      ['You receive', '18.50 USD'],
    ]),
  )
})

test('a resale has no royalty once the creator has deleted the account', async () => {
  const creator = { ...sampleNft().creator, is_deleted: true }
  const page = await open(sampleNft({ creator }), false)
  await enterPrice(page, '20')
  await eventually(() => expect(linesOf(page).at(-1)).toEqual(['You receive', '19.50 USD']))
})

test('an open listing keeps the fee of its day; a new price has the one of today', async () => {
  const listing = sampleListing({ price: 20, platform_fee_bps: 1_000 })
  const page = await open(sampleNft({ listings: [listing], latest_listing: listing }), true)
  await eventually(() => expect(linesOf(page)[0]).toEqual(['Platform fee (10%)', '−2.00']))
  await act(async () => button(page, 'Change price')?.click())
  expect(linesOf(page)[0]).toEqual(['Platform fee (10%)', '−2.00'])
  await enterPrice(page, '30')
  await eventually(() => expect(linesOf(page)[0]).toEqual(['Platform fee (2.5%)', '−0.75']))
})

test('a listing with an end says when that is', async () => {
  const listing = sampleListing({ expires_at: new Date(2026, 11, 29, 23, 59).toISOString() })
  const page = await open(sampleNft({ listings: [listing], latest_listing: listing }), true)
  expect(page.textContent).toContain('Listed until Dec 29, 2026, 11:59 PM')
})

const shownModal = () => vi.mocked(openModal).mock.lastCall?.[0] as ModalSpec

test('a work that is not approved is listed only once that was confirmed', async () => {
  const page = await open(sampleNft({ approved: false }), true)
  await enterPrice(page, '20')
  await list(page)
  await eventually(() => expect(openModal).toHaveBeenCalledOnce())
  expect(shownModal()).toMatchObject({
    title: 'Confirm NFT listing',
    body: 'This NFT is not approved yet. So it will not be visible on the Homepage. Please confirm listing.',
  })
  await act(async () => shownModal().onCancel?.())
  expect(listNft).not.toHaveBeenCalled()

  await list(page)
  await eventually(() => expect(openModal).toHaveBeenCalledTimes(2))
  await act(async () => void shownModal().onConfirm?.())
  await eventually(() => expect(listNft).toHaveBeenCalledExactlyOnceWith({ id: '1', price: '20' }))
})

test('an approved one is listed without a question', async () => {
  const page = await open(sampleNft(), true)
  await enterPrice(page, '20')
  await list(page)
  await eventually(() => expect(listNft).toHaveBeenCalledExactlyOnceWith({ id: '1', price: '20' }))
  expect(openModal).not.toHaveBeenCalled()
})

const button = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)

test('the price of a listing is changed in place, from the one it has, with what is left of the new one', async () => {
  const listing = sampleListing({ price: 20 })
  const page = await open(sampleNft({ listings: [listing], latest_listing: listing }), true)
  await act(async () => button(page, 'Change price')?.click())
  expect(page.querySelector('input')?.value).toBe('20.00')
  await enterPrice(page, '1')
  await list(page)
  await eventually(() => expect(page.textContent).toContain('Minimum listing amount is $1.08'))
  expect(changePrice).not.toHaveBeenCalled()
  await enterPrice(page, '30')
  await eventually(() => expect(linesOf(page).at(-1)).toEqual(['You receive', '29.25 USD']))
  await list(page)
  await eventually(() => expect(changePrice).toHaveBeenCalledExactlyOnceWith({ id: '1', price: '30' }))
  await eventually(() => expect(button(page, 'Unlist')).toBeDefined())
})

test('a change of price that is not wanted after all leaves the listing', async () => {
  const listing = sampleListing({ price: 20 })
  const page = await open(sampleNft({ listings: [listing], latest_listing: listing }), true)
  await act(async () => button(page, 'Change price')?.click())
  await act(async () => button(page, 'Cancel')?.click())
  expect(button(page, 'Change price')).toBeDefined()
  expect(page.querySelector('form')).toBeNull()
})
