import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { signInByClicking } from './steps/account-steps.ts'
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
  '/app/home',
  '/app/home?showing=gallery',
  '/app/home?search=nothing-is-called-this',
  '/app/home?search=%00',
  '/app/home?min_price=abc&creator=nobody',
  `/app/nft/view/${nftId}`,
  `/app/user/${creatorId}`,
  `/app/nft/view/${UNKNOWN_ID}`,
  `/app/user/${UNKNOWN_ID}`,
  '/app/signin',
  '/app/signout',
  '/app/register',
  '/app/register/success?email=someone%40example.test',
  '/app/verify/email?token=unknown',
  '/app/forgot',
  '/app/reset-password?token=unknown&email=someone%40example.test',
  '/about',
  '/blog',
  '/terms',
  '/privacy',
  '/faq',
  '/app/nowhere',
]
const forMembers = () => [
  '/app/nft/create',
  '/app/collection',
  '/app/dashboard',
  '/app/orders',
  '/app/wishlist',
  `/app/nft/sell/${nftId}`,
  '/app/settings/profile',
  '/app/settings/earnings',
  '/app/settings/credits',
  '/app/settings/crypto-wallets',
]
const ADMIN_QUEUES = ['/moderation', '/payments', '/payouts', '/jobs', '/audit']
const OTHER_PAGES = ['about', 'blog', 'privacy', 'faq'].map((page) => `/settings/pages/${page}`)
const forAdmins = ['/', '/users', '/users/addUser', ...ADMIN_QUEUES, '/settings', '/settings/pages/terms', '/nowhere']

it.each(SIZES)(
  'has no accessibility fault and no complaint in the console on any screen a visitor sees, on a %s',
  async (_device, size) => {
    const { page, context } = await visit(size)
    await lookAtAll(page, product.url, forVisitors())
    await context.close()
  },
)

it.each(SIZES)('has none on any screen a member sees, on a %s', async (_device, size) => {
  const { page, context } = await visit(size)
  await signInByClicking(page, product.url, CREATOR)
  await lookAtAll(page, product.url, forMembers())
  await context.close()
})

it.each(SIZES)('has none on the page of an order, on a %s', async (_device, size) => {
  const { page, context } = await visit(size)
  await signInByClicking(page, product.url, BUYER)
  await page.goto(`${product.url}/app/orders`)
  const order = await page.locator('main a[href^="/app/orders/"]').first().getAttribute('href')
  await lookAtAll(page, product.url, [order ?? ''])
  await context.close()
})

it.each(SIZES)('has none in the admin area, on a %s', async (_device, size) => {
  const { page, context } = await visit(size)
  await lookAtAll(page, product.adminUrl, ['/signin'])
  await adminSignIn(page, product, { email: 'admin@demo.test', password: 'demo-pass' })
  // All edited on the same screen: once each.
  const alike = size === DESKTOP ? OTHER_PAGES : []
  await lookAtAll(page, product.adminUrl, [...forAdmins, ...alike, `/users/editUser/${creatorId}`])
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
