import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { at } from './at-page.ts'
import { visit } from './browser.ts'
import { signInByClicking } from './steps/sign-in-steps.ts'
import { countActions, type Counted } from './steps/count-actions.ts'
import { payByCard } from './steps/pay-steps.ts'

/** The demo's numbers are given out in the order of its members. This one has credits. */
const BUYER = { name: 'Sam Okafor', email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
const CARD_FIELDS = 4

const product = inject('product')
let page: Page
let counted: () => Counted
let nfts: { id: string; name: string }[]

beforeAll(async () => {
  page = (await visit()).page
  nfts = await listNfts()
  counted = await countActions(page)
})

it('who signs in to buy a work is back at its checkout without a click more', async () => {
  const [nft] = nfts
  await page.goto(product.url + addressOf('nft', { nftId: nft?.id ?? '' }))
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await page.getByText('Please sign in to continue').waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(at('signIn'))
  await signInByClicking(page, product.url, BUYER)
  const { clicks } = counted()
  await checkoutOf(page).waitFor()
  // Buy now, Sign in, and SIGN IN: the code sends itself.
  expect(clicks).toBe(3)
  await payByCard(page)
  await page.getByRole('heading', { name: "It's yours" }).waitFor()
  expect(counted().clicks).toBe(clicks + 1)
})

it('a returning buyer owns a work after two clicks and the card', async () => {
  const [, nft] = nfts
  await page.goto(product.url + addressOf('home', { search: nft?.name ?? '' }))
  const before = counted()
  await page.getByRole('button', { name: `Buy ${nft?.name}` }).click()
  await checkoutOf(page).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { name: "It's yours" }).waitFor()
  const { clicks, fields } = counted()
  expect({ clicks: clicks - before.clicks, fields: fields - before.fields }).toEqual({ clicks: 2, fields: CARD_FIELDS })
})

const checkoutOf = (on: Page) => on.frameLocator('iframe[title*="ayment"]').getByLabel('Card number')

/** Pictures for sale on Polygon, by others. */
async function listNfts(): Promise<{ id: string; name: string }[]> {
  type Listed = { id: string; name: string; chain: string; media_type: string; latest_listing: Listing | null }
  type Listing = { status: string; seller_username: string }
  const answer = await fetch(`${product.url}/api/nfts/?approved=true&listed=true&limit=40`)
  const { data } = (await answer.json()) as { data: Listed[] }
  const forSale = data.filter(
    ({ chain, media_type, latest_listing }) =>
      media_type === 'image' &&
      chain === 'POLYGON' &&
      latest_listing?.status === 'ACTIVE' &&
      latest_listing.seller_username !== BUYER.name,
  )
  expect(forSale.length).toBeGreaterThan(1)
  return forSale.slice(0, 2)
}
