import { addressOf } from '@verso/protocol/pages/pages'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visitAs } from './api-member.ts'
import { visit } from './browser.ts'
import { readOutbox } from './outbox.ts'

const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
/** As narrow as a window of 1280 px that is enlarged four times (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 }

const product = inject('product')

const valueOf = (element: Locator, property: string): Promise<string> =>
  element.first().evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)

/** The edges come with the choices of the footer, after the first paint. */
const untilEdgesCame = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByRole('switch').first().waitFor({ state: 'attached' })

async function expectEdge(...elements: Locator[]): Promise<void> {
  for (const element of elements) expect(await valueOf(element, 'border-top-width'), String(element)).not.toBe('0px')
}

it('in forced colours the fields, the buttons and the boxes of the code have edges', async () => {
  const { page, context } = await visit()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(product.url + addressOf('signIn'))
  await untilEdgesCame(page)
  const signIn = page.getByRole('main').getByRole('button', { name: 'SIGN IN' })
  await page.getByLabel('Username').fill(CREATOR.email)
  await page.getByLabel('Password', { exact: true }).fill(CREATOR.password)
  await expectEdge(page.getByLabel('Username'), signIn)
  const sentSince = new Date().toISOString()
  await signIn.click()
  await page.getByLabel('6-digit code').waitFor()
  await expectEdge(page.locator('[data-input-otp-container] .num'))
  // A code that is left open would be the next sign-in's too.
  await page.getByLabel('6-digit code').fill(await readOutbox(product.url, CREATOR.phone, 'code', sentSince))
  await page.waitForURL(product.url + addressOf('home'))
  await context.close()
})

it('in forced colours what is chosen looks other than what is not', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(product.url + addressOf('settingsTab', { tab: 'notifications' }))
  await untilEdgesCame(page)
  await expectEdge(page.getByRole('main').getByRole('checkbox'), page.getByRole('switch'))
  await page.getByRole('switch').first().setChecked(true)
  const canvas = await valueOf(page.locator('html'), 'background-color')
  expect(await valueOf(page.getByRole('switch', { checked: true }), 'background-color')).not.toBe(canvas)
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  expect(await valueOf(tabs.filter({ hasText: 'Profile' }), 'border-bottom-color')).toBe(canvas)
  expect(await valueOf(tabs.filter({ hasText: 'Notifications' }), 'border-bottom-color')).not.toBe(canvas)

  await page.goto(product.url + addressOf('notifications'))
  await untilEdgesCame(page)
  await page.getByRole('radio', { name: 'Unread' }).waitFor({ state: 'attached' })
  const choices = page.getByRole('main').locator('label')
  expect(await valueOf(choices.filter({ hasText: 'Unread' }), 'background-color')).not.toBe(
    await valueOf(choices.filter({ hasText: 'All' }), 'background-color'),
  )
  await context.close()
})

it('the days of a listing stay in their box on the narrowest screen', async () => {
  const { page, context, member } = await visitAs(product.url, CREATOR, NARROW)
  const { id } = await member.call('GET', '/api/users/me/')
  const [own] = await member.call('GET', `/api/nfts/?owned_by=${id}&listed=true`)
  await page.goto(product.url + addressOf('sell', { nftId: own.id }))
  await page.getByRole('grid').waitFor()
  const box = page.locator('.hairline', { has: page.getByRole('grid') })
  expect(await pastTheEndPx(page.getByRole('gridcell').nth(6), box)).toBeLessThan(0)
  await context.close()
})

it('with the spacing of text that a reader may set, no control leaves its panel or the page', async () => {
  const { page, context } = await visitAs(product.url, CREATOR, NARROW)
  await page.goto(product.url + addressOf('wishlist'))
  await page.getByRole('radio').first().waitFor({ state: 'attached' })
  await spaceText(page)
  expect(await pastTheEndPx(page.locator('main fieldset'), page.locator('main'))).toBeLessThanOrEqual(0)

  await page.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
  const change = page.getByRole('button', { name: 'Change picture' })
  await change.waitFor()
  await spaceText(page)
  expect(await pastTheEndPx(change, page.locator('main section').first())).toBeLessThan(0)
  await context.close()
})

async function pastTheEndPx(element: Locator, box: Locator): Promise<number> {
  const [inner, outer] = [await element.boundingBox(), await box.boundingBox()]
  if (!inner || !outer) throw new Error('What is measured is not on the page.')
  return inner.x + inner.width - outer.x - outer.width
}

/** WCAG 1.4.12. */
const spaceText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
