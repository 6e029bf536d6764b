import { addressOf } from '@verso/protocol/pages/pages'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { signInByApi, visitAs } from './api-member.ts'

const MEI = { email: 'mei@demo.test', password: 'demo-pass', phone: '+94771000004' }
const TOMAS = { email: 'tomas@demo.test', password: 'demo-pass', phone: '+94771000005' }

const product = inject('product')

it('what happens is told by the bell at once, in all tabs, and read from there by keys', async () => {
  const { page, context } = await visitAs(product.url, MEI, { width: 390, height: 844 })
  await page.goto(product.url + addressOf('home'))
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
  await tomas.call('DELETE', `/api/users/${mei}/follow/`)
  await context.close()
})
