import { ADMIN_PAGES, adminAddressOf } from '@verso/protocol/pages/admin-pages'
import { addressOf, FOOTER_PAGES, SETTINGS_TABS } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { visitAs } from './api-member.ts'
import { adminSignIn } from './steps/admin-steps.ts'
import { visit } from './browser.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Each screen is opened on a phone and then widened; the journeys open them on a desk. */
const SIZES = [PHONE, DESKTOP]
const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

const product = inject('product')
let nftId: string
let creatorId: string

beforeAll(async () => {
  const answer = await fetch(`${product.url}/api/nfts/?search=night+bloom`)
  const [nft] = ((await answer.json()) as { data: { id: string; created_by: string }[] }).data
  nftId = nft?.id ?? ''
  creatorId = nft?.created_by ?? ''
})

const forVisitors = () => [
  addressOf('home'),
  `${addressOf('home')}?showing=gallery`,
  addressOf('home', { search: 'nothing-is-called-this' }),
  addressOf('home', { search: '\0' }),
  `${addressOf('home', { creator: 'nobody' })}&min_price=abc`,
  addressOf('nft', { nftId }),
  addressOf('user', { userId: creatorId }),
  addressOf('user', { userId: creatorId, tab: 'sold' }),
  addressOf('user', { userId: creatorId, tab: 'withdrawn' }),
  addressOf('nft', { nftId: UNKNOWN_ID }),
  addressOf('user', { userId: UNKNOWN_ID }),
  addressOf('signIn'),
  addressOf('signOut'),
  addressOf('register'),
  addressOf('registerSuccess', { email: 'someone@example.test' }),
  addressOf('verifyEmail', { token: 'unknown' }),
  addressOf('forgot'),
  addressOf('unsubscribe', { token: 'unknown' }),
  addressOf('resetPassword', { token: 'unknown', email: 'someone@example.test' }),
  ...FOOTER_PAGES.map((page) => addressOf(page)),
  `${addressOf('home')}/nowhere`,
]
const forMembers = () => [
  addressOf('createNft'),
  addressOf('collection'),
  addressOf('dashboard'),
  addressOf('orders'),
  addressOf('wishlist'),
  addressOf('notifications'),
  addressOf('sell', { nftId }),
  ...SETTINGS_TABS.map((tab) => addressOf('settingsTab', { tab })),
]
const WITHOUT_PARAMETER = Object.values(ADMIN_PAGES).filter((path) => !/:|^\/sign/.test(path))
const EDITORS = FOOTER_PAGES.map((page) => adminAddressOf('editPage', { page }))

it('has no accessibility fault and no complaint in the console on any screen a visitor sees', async () => {
  const { page, context } = await visit()
  await lookAtAll(page, product.url, forVisitors())
  await context.close()
})

it('has none on any screen a member sees', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await lookAtAll(page, product.url, forMembers())
  await context.close()
})

it('has none on the page of an order', async () => {
  const { page, context } = await visitAs(product.url, BUYER)
  await page.goto(product.url + addressOf('orders'))
  const order = await page
    .locator(`main a[href^="${addressOf('orders')}/"]`)
    .first()
    .getAttribute('href')
  await lookAtAll(page, product.url, [order ?? ''])
  await context.close()
})

it('has none in the admin area', async () => {
  const { page, context } = await visit()
  await lookAtAll(page, product.adminUrl, [adminAddressOf('signIn')])
  await adminSignIn(page, product, { email: 'admin@demo.test', password: 'demo-pass' })
  const editUser = adminAddressOf('editUser', { userId: creatorId })
  await lookAtAll(page, product.adminUrl, [...WITHOUT_PARAMETER, ...EDITORS.slice(0, 1), editUser, '/nowhere'])
  // All edited on the same screen: once each.
  await lookAtAll(page, product.adminUrl, EDITORS.slice(1), [DESKTOP])
  await context.close()
})

/** Each screen is opened once, on the first of the sizes. */
async function lookAtAll(page: Page, origin: string, paths: readonly string[], sizes = SIZES): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize(sizes[0] ?? DESKTOP)
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      await lookAt(page, `${path} at ${size.width} px`)
    }
  }
}

async function lookAt(page: Page, screen: string): Promise<void> {
  await expectNoFault(page)
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
