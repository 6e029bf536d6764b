import { addressOf } from '@verso/protocol/pages/pages'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { signInByApi, visitAs } from './api-member.ts'

const MEI = { email: 'mei@demo.test', password: 'demo-pass', phone: '+94771000004' }
const TOMAS = { email: 'tomas@demo.test', password: 'demo-pass', phone: '+94771000005' }

const product = inject('product')

it('what happens is told by the bell at once, in all tabs, and read from there by keys', async () => {
  const { page, context } = await visitAs(product.url, MEI, { width: 390, height: 844 })
  const streams = noteStreams(context)
  await page.goto(product.url + addressOf('home'))
  await expect.poll(() => streams).toEqual([page])
  const other = await context.newPage()
  await other.goto(product.url + addressOf('wishlist'))
  const bell = /^Notifications, \d+ unread/
  for (const tab of [page, other]) await tab.getByRole('button', { name: /^Notifications/ }).waitFor()
  const tomas = await signInByApi(product.url, TOMAS)
  const answer = await fetch(`${product.url}/api/nfts/?search=field+notes`)
  const [{ created_by: mei }] = ((await answer.json()) as { data: [{ created_by: string }] }).data
  await tomas.call('PUT', `/api/users/${mei}/follow/`)
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: bell }).waitFor()
    await expect.poll(() => tab.title()).toMatch(/^\(\d+\) /)
  }
  expect(streams).toEqual([page])
  // Animations stand nearly still behind another tab.
  await page.bringToFront()
  await page.getByRole('button', { name: bell }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Tomás Rey.* follows? you/).waitFor()
  await expectNoFault(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Notifications, all read' }).waitFor()
    await expect.poll(() => tab.title()).not.toMatch(/^\(/)
  }
  // The tab that held the stream goes, and another takes it over.
  await page.close()
  await expect.poll(() => streams).toEqual([page, other])
  await tomas.call('DELETE', `/api/users/${mei}/follow/`)
  await context.close()
})

it('a page shows what has changed before it had a stream', async () => {
  const { page, context, member } = await visitAs(product.url, MEI)
  const { id: owner } = await member.call('GET', '/api/users/me/')
  const [nft] = await member.call('GET', `/api/nfts/?owned_by=${owner}&listed=true`)
  await page.goto(product.url + addressOf('nft', { nftId: nft.id }))
  await page.getByRole('heading', { name: nft.name }).waitFor()
  const list = (price: number) => member.call('PUT', `/api/nfts/${nft.id}/`, { listing: true, price })
  await list(98.76)
  await page.getByText('98.76').first().waitFor()
  await list(nft.listings[0].price)
  await context.close()
})

it('a page whose stream is refused asks for its notifications every minute', async () => {
  const { page, context } = await visitAs(product.url, TOMAS)
  await page.clock.install()
  await page.route('**/api/live/', (route) => route.fulfill({ status: 404 }))
  await page.goto(product.url + addressOf('home'))
  await page.getByRole('button', { name: /^Notifications/ }).waitFor()
  const isAsked = page.waitForResponse((response) => response.url().includes('/api/notifications/'))
  await page.clock.runFor(60_000)
  await isAsked
  await context.close()
})

/** The pages that opened a stream, in their turn: one that opens its own again (the server was busy) stays one. */
function noteStreams(context: BrowserContext): Page[] {
  const pages: Page[] = []
  context.on('request', (request) => {
    const page = request.url().endsWith('/api/live/') && request.frame().page()
    if (page && page !== pages.at(-1)) pages.push(page)
  })
  return pages
}
