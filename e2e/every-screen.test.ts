import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf, FOOTER_PAGES } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFaultInTurn } from './accessibility.ts'
import { visitAs } from './api-member.ts'
import { adminSignIn } from './steps/admin-steps.ts'
import { visit } from './browser.ts'
import { accountScreens, memberScreens, openRoute, publicScreens, type Route } from './steps/route-steps.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Each screen is opened on a phone and then widened; the journeys open them on a desk. */
const SIZES = [PHONE, DESKTOP]
const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
/** Of any title of a screen. */
const ANY = /./

const product = inject('product')
let nftId: string
let creatorId: string

beforeAll(async () => {
  const answer = await fetch(`${product.url}/api/nfts/?search=night+bloom`)
  const [nft] = ((await answer.json()) as { data: { id: string; created_by: string }[] }).data
  nftId = nft?.id ?? ''
  creatorId = nft?.created_by ?? ''
})

const forVisitors = (): Route[] => [
  ...publicScreens(nftId),
  ...accountScreens(),
  [`${addressOf('home')}?showing=gallery`, 'Explore'],
  [addressOf('home', { search: 'nothing-is-called-this' }), 'Explore'],
  [addressOf('home', { search: '\0' }), 'Explore'],
  [`${addressOf('home', { creator: 'nobody' })}&min_price=abc`, 'Explore'],
  [addressOf('user', { userId: creatorId }), 'Kasun Silva'],
  [addressOf('user', { userId: creatorId, tab: 'sold' }), 'Kasun Silva'],
  [addressOf('user', { userId: creatorId, tab: 'withdrawn' }), 'Kasun Silva'],
  [addressOf('unsubscribe', { token: 'unknown' }), ANY],
]
const withAnyHeading = (path: string): Route => [path, ANY]
const WITHOUT_PARAMETER = Object.values(ADMIN_PAGES).filter((path) => !/:|^\/sign/.test(path))
const EDITORS = FOOTER_PAGES.map((page) => adminAddressOf('editPage', { page }))

it('every screen a visitor sees opens without accessibility fault and without complaint in the console', async () => {
  const { page, context } = await visit()
  await lookAtAll(page, product.url, forVisitors())
  await context.close()
})

it('so does every screen a member sees', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await lookAtAll(page, product.url, memberScreens(nftId))
  await context.close()
})

it('so does the page of an order', async () => {
  const { page, context } = await visitAs(product.url, BUYER)
  await page.goto(product.url + addressOf('orders'))
  const order = await page
    .locator(`main a[href^="${addressOf('orders')}/"]`)
    .first()
    .getAttribute('href')
  await lookAtAll(page, product.url, [[order ?? '', ANY]])
  await context.close()
})

it('so does every page of the admin area', async () => {
  const { page, context } = await visit()
  await lookAtAll(page, product.adminUrl, [[adminAddressOf('signIn'), ANY]])
  await adminSignIn(page, product, { email: 'admin@demo.test', password: 'demo-pass' })
  const editUser = adminAddressOf('editUser', { userId: creatorId })
  const paths = [...WITHOUT_PARAMETER, ...EDITORS.slice(0, 1), editUser, '/nowhere']
  await lookAtAll(page, product.adminUrl, paths.map(withAnyHeading))
  // All edited on the same screen: once each.
  await lookAtAll(page, product.adminUrl, EDITORS.slice(1).map(withAnyHeading), [DESKTOP])
  await context.close()
})

/** Each screen is opened once, on the first of the sizes; a second is looked at from the other theme on. */
async function lookAtAll(page: Page, origin: string, routes: readonly Route[], sizes = SIZES): Promise<void> {
  for (const route of routes) {
    await page.setViewportSize(sizes[0] ?? DESKTOP)
    await openRoute(page, origin, route)
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await lookAt(page, `${route[0]} at ${size.width} px`)
    }
  }
}

async function lookAt(page: Page, screen: string): Promise<void> {
  await expectNoFaultInTurn(page)
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflowPx, `${screen} overflows sideways`).toBeLessThanOrEqual(0)
  expect(await page.evaluate(isLastControlReached), `${screen} ends under a bar`).toBe(true)
}

/** At the end of the page nothing that sticks to the window lies over its last control. */
function isLastControlReached(): boolean {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
  const last = [...document.querySelectorAll('main :is(a, button, select), footer :is(a, button, select)')]
    .filter((control) => control.checkVisibility())
    .at(-1)
  const { left, top, width, height } = last?.getBoundingClientRect() ?? new DOMRect()
  const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
  // Nothing is on top of what is above the window, where the page ends with no control.
  return !last || !onTop || last.contains(onTop) || onTop.contains(last)
}
