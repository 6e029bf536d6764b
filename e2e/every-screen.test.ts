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
const SIZES = [
  ['desk', DESKTOP],
  ['phone', PHONE],
] as const
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

it.each(SIZES)(
  'has no accessibility fault and no complaint in the console on any screen a visitor sees, on a %s',
  async (_device, size) => {
    const { page, context } = await visit(size)
    await lookAtAll(page, product.url, forVisitors())
    await context.close()
  },
)

it.each(SIZES)('has none on any screen a member sees, on a %s', async (_device, size) => {
  const { page, context } = await visitAs(product.url, CREATOR, size)
  await lookAtAll(page, product.url, forMembers())
  await context.close()
})

it.each(SIZES)('has none on the page of an order, on a %s', async (_device, size) => {
  const { page, context } = await visitAs(product.url, BUYER, size)
  await page.goto(product.url + addressOf('orders'))
  const order = await page
    .locator(`main a[href^="${addressOf('orders')}/"]`)
    .first()
    .getAttribute('href')
  await lookAtAll(page, product.url, [order ?? ''])
  await context.close()
})

it.each(SIZES)('has none in the admin area, on a %s', async (_device, size) => {
  const { page, context } = await visit(size)
  await lookAtAll(page, product.adminUrl, [adminAddressOf('signIn')])
  await adminSignIn(page, product, { email: 'admin@demo.test', password: 'demo-pass' })
  // All edited on the same screen: once each.
  const editors = size === DESKTOP ? EDITORS : EDITORS.slice(0, 1)
  const editUser = adminAddressOf('editUser', { userId: creatorId })
  await lookAtAll(page, product.adminUrl, [...WITHOUT_PARAMETER, ...editors, editUser, '/nowhere'])
  await context.close()
})

async function lookAtAll(page: Page, origin: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectNoFault(page)
    const overflowPx = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflowPx, `${path} overflows sideways`).toBeLessThanOrEqual(0)
    expect(await page.evaluate(isLastControlReached), `${path} ends under a bar`).toBe(true)
  }
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
