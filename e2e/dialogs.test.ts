import { addressOf } from '@verso/protocol/pages/pages'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { visitAs } from './api-member.ts'
import type { Visit } from './browser.ts'
import { waitUntilSettled } from './settle.ts'

const LENA = { email: 'lena@demo.test', password: 'demo-pass', phone: '+94771000008' }

type Nft = { id: string; owned_by: string; chain: string; latest_listing: { price: number } }

const product = inject('product')
let opened: Visit
let page: Page
let listed: Nft

beforeAll(async () => {
  opened = await visitAs(product.url, LENA, { isMoving: true })
  page = opened.page
  await page.goto(product.url + addressOf('home'))
  const myId = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    return (await (await fetch('/api/users/me/', { headers })).json()).data.id as string
  })
  const answer = await fetch(`${product.url}/api/nfts/?listed=true&approved=true&limit=40`)
  const { data } = (await answer.json()) as { data: Nft[] }
  listed = data.find(({ owned_by, chain }) => owned_by !== myId && chain === 'POLYGON') as Nft
})

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true, includeHidden: true })
const buyButton = () => page.getByRole('main').getByRole('button', { name: 'Buy now' }).first()
/** Left of every dialog, on what lies over the page. */
const clickOverlay = () => page.mouse.click(20, 450)
const isFocused = (control: Locator) => control.and(page.locator(':focus')).waitFor()
const openListed = () => page.goto(product.url + addressOf('nft', { nftId: listed.id }))

async function answerInstead(path: string, data: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ json: { data } }))
}

it('a dialog is closed by Escape or beside it, and the focus goes back to what opened it', async () => {
  await openListed()
  const opener = page.getByRole('button', { name: 'Advance Details' })
  for (const close of [() => page.keyboard.press('Escape'), clickOverlay]) {
    await opener.press('Enter')
    await dialog('Advance Details').getByText('Token standard').waitFor()
    await close()
    await dialog('Advance Details').waitFor({ state: 'detached' })
    await isFocused(opener)
  }
})

it('a double click opens one dialog', async () => {
  await openListed()
  const opener = page.getByRole('button', { name: 'Advance Details' })
  await opener.dblclick()
  await dialog('Advance Details').getByText('Token standard').waitFor()
  expect(await page.getByRole('dialog', { includeHidden: true }).count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog('Advance Details').waitFor({ state: 'detached' })
  await isFocused(opener)
})

it('what stands in the way of buying is closed by its buttons only, and what it opens is closed before it', async () => {
  await answerInstead('/api/accounts/credits/', { credit: 0, held: 0 })
  await openListed()
  await buyButton().press('Enter')
  const blocker = dialog('Insufficient Transaction Credits')
  await blocker.getByRole('button', { name: 'Topup Credits' }).waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await clickOverlay()
  for (const close of [() => page.keyboard.press('Escape'), clickOverlay]) {
    const here = blocker.getByRole('button', { name: 'Add them right here' })
    await here.press('Enter')
    await dialog('Topup credits').getByLabel('Topup amount (USD)').waitFor()
    expect(await page.getByRole('dialog', { includeHidden: true }).count()).toBe(2)
    await close()
    await dialog('Topup credits').waitFor({ state: 'detached' })
    await isFocused(here)
  }
  await blocker.getByRole('button', { name: 'Cancel' }).press('Enter')
  await blocker.waitFor({ state: 'detached' })
  await isFocused(buyButton())
  await page.unrouteAll({ behavior: 'wait' })
})

it('a price that has changed is shown before anything is reserved', async () => {
  await openListed()
  await buyButton().waitFor()
  // The page has read the price that is so.
  await waitUntilSettled(page)
  await page.route(`**/api/nfts/${listed.id}/`, async (route) => {
    expect(route.request().method()).toBe('GET')
    // The page asks whether what it knows is still so; here it is not.
    const { 'if-none-match': _known, ...headers } = await route.request().allHeaders()
    const response = await route.fetch({ headers })
    const { data } = (await response.json()) as { data: Nft & { listings: object[] } }
    const dearer = (listing: object) => ({ ...listing, price: 4321 })
    const json = { data: { ...data, latest_listing: dearer(data.latest_listing), listings: data.listings.map(dearer) } }
    await route.fulfill({ response, json })
  })
  await buyButton().press('Enter')
  await dialog('The price has changed').getByRole('button', { name: 'Pay 4,321.00 USD' }).waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await dialog('The price has changed').waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})

it('the account menu, the filters of a phone and the wallet form have no accessibility fault', async () => {
  await page.goto(product.url + addressOf('settingsTab', { tab: 'crypto-wallets' }))
  await page.getByRole('button', { name: 'Create wallet' }).click()
  await dialog('Add crypto account').waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await dialog('Add crypto account').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).waitFor()
  await expectNoFault(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(product.url + addressOf('home'))
  await page.getByRole('button', { name: 'Filters' }).click()
  await dialog('Filters').getByRole('button', { name: 'Show works' }).waitFor()
  await dialog('Filters').locator(':focus').waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Escape')
  await dialog('Filters').waitFor({ state: 'detached' })
  await isFocused(page.getByRole('button', { name: 'Filters' }))
})
