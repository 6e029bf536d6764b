import { addressOf } from '@verso/protocol/pages/pages'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { visitAs } from './api-member.ts'
import { at } from './at-page.ts'
import { visit } from './browser.ts'
import { waitUntilSettled } from './settle.ts'

const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const product = inject('product')

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads any answer of the server
const answerTo = async (path: string): Promise<any> => (await fetch(product.url + path)).json()
const read = async (path: string) => (await answerTo(path)).data

it('search and filters stay in sight where there is room for them, and only there', async () => {
  for (const [width, sticks] of [
    [1121, true],
    [1120, false],
  ] as const) {
    const { page, context } = await visit({ width, height: 700 })
    await page.goto(product.url + addressOf('home'))
    await page.getByRole('link', { name: 'VIEW' }).nth(12).waitFor()
    const search = page.getByRole('banner').getByRole('searchbox')
    const bar = page.locator('[data-sticks]')
    const scroll = async (top: number) => {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
      await page.waitForFunction((to) => Math.round(scrollY) === to, top)
    }
    const isGlass = () => bar.evaluate((element) => getComputedStyle(element).backdropFilter !== 'none')
    await scroll(120)
    expect(await search.count()).toBe(0)
    await scroll(121)
    if (sticks) await search.waitFor()
    expect(await search.count()).toBe(sticks ? 1 : 0)
    await scroll(155)
    expect(await isGlass()).toBe(false)
    await scroll(156)
    await expect.poll(isGlass).toBe(sticks)
    await scroll(900)
    expect(await search.count()).toBe(sticks ? 1 : 0)
    expect(await bar.evaluate((element) => element.getBoundingClientRect().top > 0)).toBe(sticks)
    await page.getByRole('link', { name: 'HOME' }).click()
    await page.waitForFunction(() => scrollY === 0)
    await context.close()
  }
})

type Owned = { name: string; listings: object[] }

it('the creator of an address is whose works Explore shows, until that is cleared', async () => {
  const [{ owned_by: ownerId, latest_listing: listing }] = await read('/api/nfts/?search=night+bloom')
  const owned: Owned[] = await read(`/api/nfts/?approved=true&owned_by=${ownerId}&limit=40`)
  const { meta } = await answerTo('/api/nfts/?approved=true&listed=true&limit=1')
  const { page, context } = await visit()
  await page.goto(product.url + addressOf('home', { creator: ownerId }))
  const expectCount = (count: number, what: string) =>
    page.getByText(`${count} work${count === 1 ? '' : 's'}${what}`).waitFor()
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const expectCards = (nfts: Owned[]) =>
    expect.poll(async () => (await cards.allTextContents()).toSorted()).toEqual(nfts.map(({ name }) => name).toSorted())
  await expectCount(owned.length, '')
  await expectCards(owned)
  await page.getByText('Marketplace', { exact: true }).click()
  await expectCards(owned.filter(({ listings }) => listings.length > 0))
  await page.locator('label', { hasText: /^All$/ }).click()
  await expectCards(owned)
  await page.getByText(`Owned by ${listing.seller_username}`).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expectCount(meta.total, ' for sale')
  expect(new URL(page.url()).search).toBe('')
  await context.close()
})

it('the Gallery is filtered and sorted by the last sale, and the sort stays where it is', async () => {
  const { page, context } = await visit()
  await page.goto(product.url + addressOf('home'))
  const sort = page.getByLabel('Sort by')
  await page.getByText('Gallery', { exact: true }).click()
  await page.getByText(/in the gallery$/).waitFor()
  await waitUntilSettled(page)
  const { x: place } = (await sort.boundingBox()) ?? { x: 0 }
  await sort.selectOption('price')
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading')
  const expectNfts = async (prices: string) => {
    const found: Owned[] = await read(`/api/nfts/?approved=true&listed=false&sort=price${prices}`)
    expect(found.length).toBeGreaterThan(0)
    await expect.poll(() => cards.allTextContents()).toEqual(found.map(({ name }) => name))
  }
  await expectNfts('')
  await page.getByLabel('Min price').fill('3')
  await page.getByText('From $3').waitFor()
  await expectNfts('&min_price=3')
  expect((await sort.boundingBox())?.x).toBe(place)
  await page.getByLabel('Max price').fill('2')
  await page.getByText('The lowest price is above the highest.').waitFor()
  await page.getByText('From $3').waitFor({ state: 'detached' })
  expect((await sort.boundingBox())?.x).toBe(place)
  await expectNoFault(page)
  await context.close()
})

it('the search of the settings leads to Explore, and a work is sold until the day that is chosen', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await page.goto(product.url + addressOf('settings'))
  // The page answers to keys once its parts are there.
  await page.getByLabel('Display name').waitFor()
  await page.getByPlaceholder('Search items, collection, Artist or user').waitFor()
  await waitUntilSettled(page)
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.locator('input:focus').waitFor()
  await page.keyboard.type('nigth blom')
  await search.getByRole('option', { name: /^Night Bloom/ }).waitFor()
  await expectNoFault(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(at('nft'))
  await page.goBack()
  await waitUntilSettled(page)
  const field = page.getByRole('main').getByPlaceholder('Search items, collection, Artist or user')
  await field.fill('night bloom')
  await field.press('Enter')
  await page.waitForURL(product.url + addressOf('home', { search: 'night bloom' }))
  await page.getByRole('link', { name: 'Night Bloom', exact: true }).waitFor()

  const [{ id }] = await read('/api/nfts/?search=self%2C+pixelated')
  await page.goto(product.url + addressOf('sell', { nftId: id }))
  await page.getByLabel('Listing price').fill('64')
  const lastDay = await page.evaluate(() => {
    const day = new Date()
    day.setDate(day.getDate() + 1)
    return day.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  })
  await page.getByRole('button', { name: 'Go to the Next Month' }).waitFor()
  if ((await page.getByRole('button', { name: lastDay }).count()) === 0)
    await page.getByRole('button', { name: 'Go to the Next Month' }).click()
  await page.getByRole('button', { name: lastDay }).click()
  await page.getByRole('button', { name: 'Complete listing' }).click()
  await page.waitForURL(product.url + addressOf('nft', { nftId: id }))
  const panel = page.getByRole('region', { name: 'NFT Listed' })
  await panel.getByText('Active', { exact: true }).waitFor()
  await panel.getByText('64.00').first().waitFor()
  const endOfDay = await page.evaluate((day) => {
    const end = new Date(day)
    end.setHours(23, 59, 59, 0)
    return end.toISOString()
  }, lastDay)
  expect((await read(`/api/nfts/${id}/`)).latest_listing).toMatchObject({
    status: 'ACTIVE',
    price: 64,
    expires_at: endOfDay,
  })
  await panel.getByRole('button', { name: 'Unlist' }).click()
  await page.getByRole('heading', { name: 'List this NFT' }).waitFor()
  await context.close()
})
