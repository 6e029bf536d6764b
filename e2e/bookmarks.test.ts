import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { signInByApi, visitAs } from './api-member.ts'

const JONAS = { email: 'jonas@demo.test', password: 'demo-pass', phone: '+94771000009' }
const ADMIN = { email: 'admin@demo.test', password: 'demo-pass', phone: '+94771000000' }
/** Not for sale, so that no other journey buys or moderates it. */
const NFT_NAME = 'Field Notes'
const CREATOR = 'Mei Tan'

const product = inject('product')
let nft: { id: string; created_by: string }

beforeAll(async () => {
  const answer = await fetch(`${product.url}/api/nfts/?search=field+notes`)
  nft = ((await answer.json()) as { data: [typeof nft] }).data[0]
})

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** A bookmark shows before the server has it; the toast comes after. */
const press = (page: Page, button: string, toast: string) =>
  Promise.all([said(page, toast), page.getByRole('button', { name: button, exact: true }).click()])
const openNft = (page: Page) => page.goto(product.url + addressOf('nft', { nftId: nft.id }))
const openCreator = (page: Page) => page.goto(product.url + addressOf('user', { userId: nft.created_by }))

it('a bookmarked NFT stays on its lists until the bookmark is removed', async () => {
  const { page, context } = await visitAs(product.url, JONAS)
  await openNft(page)
  await press(page, 'Favourite', 'Added to your favourites')
  await press(page, 'Add to Wishlist', 'Added to your wishlist')
  await openCreator(page)
  await press(page, 'add to favorite', 'Added to your favourite profiles')

  await page.reload()
  await page.getByRole('button', { name: 'remove from favorites' }).waitFor()
  await openNft(page)
  await page.getByRole('button', { name: 'Favourite', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Remove from Wishlist' }).waitFor()
  await page.goto(product.url + addressOf('wishlist'))
  for (const [tab, name] of [
    ['Wishlist', NFT_NAME],
    ['Favourites', NFT_NAME],
    ['Profiles', CREATOR],
  ] as const) {
    await page.getByText(tab, { exact: true }).last().click()
    await page.getByRole('radio', { name: tab, checked: true }).waitFor()
    await page.getByRole('main').getByRole('link').filter({ hasText: name }).first().waitFor()
  }

  await openNft(page)
  await press(page, 'Favourite', 'Removed from your favourites')
  await press(page, 'Remove from Wishlist', 'Removed from your wishlist')
  await openCreator(page)
  await press(page, 'remove from favorites', 'Removed from your favourite profiles')
  await page.reload()
  await page.getByRole('button', { name: 'add to favorite' }).waitFor()
  await openNft(page)
  await page.getByRole('button', { name: 'Favourite', pressed: false }).waitFor()
  await page.getByRole('button', { name: 'Add to Wishlist' }).waitFor()
  await page.goto(product.url + addressOf('wishlist'))
  await page.getByText('Your wishlist is empty').waitFor()
  await context.close()
})

it('a report needs a reason, is thanked for, and waits in the queue of the moderators', async () => {
  const { page, context } = await visitAs(product.url, JONAS)
  await openNft(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Report this NFT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this NFT' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByText('Required').waitFor()
  await expectNoFault(page)
  await dialog.getByLabel('Reason').selectOption({ label: 'Spam' })
  await dialog.getByLabel('What is wrong with it?').fill('The same notes are on every wall')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const toast = page.getByText('Thank you, we will look at it')
  await toast.waitFor()
  // Under the pointer it stays.
  await toast.hover()
  await expectNoFault(page)
  await context.close()

  const admin = await signInByApi(product.url, ADMIN, product.adminUrl)
  type Item = { nft: { id: string }; reports: { reason: string; text: string; reporter_username: string }[] }
  const queue: Item[] = await admin.call('GET', '/api/admin/moderation/?limit=40')
  const reports = queue.find((item) => item.nft.id === nft.id)?.reports
  expect(reports).toMatchObject([
    { reason: 'SPAM', text: 'The same notes are on every wall', reporter_username: 'Jonas Weber' },
  ])
  await admin.call('PUT', `/api/admin/nfts/${nft.id}/`, { approved: true })
})
