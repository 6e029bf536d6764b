import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { describe, expect, it } from 'vitest'
import { filterLoaded, NO_FILTERS, toQuery } from './explore-filters.ts'

const listing = (price: number, status: Listing['status'] = 'ACTIVE') => ({ price, status }) as Listing
const KASUN = { first_name: 'Kasun', display_name: 'Kasun Silva' } as Nft['creator']
const nft = (name: string, patch: Partial<Nft> = {}) =>
  ({ id: name, name, description: null, category: 1, listings: [], creator: KASUN, ...patch }) as Nft

const NFTS = [
  nft('Night Bloom', { description: 'A dahlia', listings: [listing(25)] }),
  nft('Far Ridge', {
    category: 2,
    creator: { ...KASUN, first_name: 'Nila', display_name: null },
    listings: [listing(1.08, 'PAYMENT_PROCESSING')],
  }),
  nft('Slow Current', { last_sale_price: 8 }),
  nft('Low Tide', { last_sale_price: null }),
]
const names = (patch: Partial<typeof NO_FILTERS>) =>
  filterLoaded(NFTS, { ...NO_FILTERS, ...patch }).map((one) => one.name)

describe('filterLoaded', () => {
  it('shows listed and reserved NFTs in the Marketplace, the rest in the Gallery', () => {
    expect(names({})).toEqual(['Night Bloom', 'Far Ridge'])
    expect(names({ showing: 'gallery' })).toEqual(['Slow Current', 'Low Tide'])
    expect(names({ showing: 'all' })).toHaveLength(4)
  })

  it('matches name and description, case-insensitively', () => {
    expect(names({ search: ' BLOOM ' })).toEqual(['Night Bloom'])
    expect(names({ search: 'Dahlia' })).toEqual(['Night Bloom'])
    expect(names({ search: 'nothing' })).toEqual([])
  })

  it('matches the creator’s public name, two letters of it at its beginning', () => {
    expect(names({ search: 'silva' })).toEqual(['Night Bloom'])
    expect(names({ search: 'nil' })).toEqual(['Far Ridge'])
    expect(names({ search: 'Ka' })).toEqual(['Night Bloom'])
    expect(names({ search: 'lv' })).toEqual([])
  })

  it('includes both ends of the price range', () => {
    expect(names({ minPrice: '1.08', maxPrice: '25' })).toEqual(['Night Bloom', 'Far Ridge'])
    expect(names({ minPrice: '1.09' })).toEqual(['Night Bloom'])
    expect(names({ maxPrice: '24.99' })).toEqual(['Far Ridge'])
    expect(names({ minPrice: '30', maxPrice: '1' })).toEqual(['Night Bloom', 'Far Ridge'])
  })

  it('takes the last sale for the price in the Gallery', () => {
    expect(names({ showing: 'gallery', minPrice: '0' })).toEqual(['Slow Current'])
    expect(names({ showing: 'gallery', maxPrice: '7.99' })).toEqual([])
    expect(names({ showing: 'all', minPrice: '8' })).toEqual(['Night Bloom', 'Slow Current'])
  })

  it('filters by category', () => expect(names({ category: '2' })).toEqual(['Far Ridge']))
})

describe('toQuery', () => {
  it('asks for approved, listed NFTs at first', () => {
    expect(toQuery(NO_FILTERS)).toMatchObject({ approved: true, listed: true, sort: '-updated_at' })
  })

  it('sends no amount that is none yet, and none of a lowest above the highest', () => {
    expect(toQuery({ ...NO_FILTERS, minPrice: '12.', maxPrice: '30' })).toMatchObject({ max_price: '30' })
    expect(toQuery({ ...NO_FILTERS, minPrice: '12.' }).min_price).toBeUndefined()
    expect(toQuery({ ...NO_FILTERS, minPrice: '12.345' }).min_price).toBeUndefined()
    expect(toQuery({ ...NO_FILTERS, minPrice: '31', maxPrice: '30' })).toMatchObject({ min_price: undefined })
    expect(toQuery({ ...NO_FILTERS, showing: 'gallery', maxPrice: '30' }).max_price).toBe('30')
  })
})
