import { addressOf, PAGES } from '@verso/protocol/pages/pages'
import { gzipSync } from 'node:zlib'
import { PROFILE_POLL_MS } from '@verso/protocol/limits'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { at } from './at-page.ts'
import { visitAs } from './api-member.ts'
import { visit } from './browser.ts'
import { codeOf } from './code-of.ts'
import { findNft, type Nft, ownId, scrollTo900, seeOrder } from './steps/screen-steps.ts'
import {
  ACCOUNT_PATHS,
  closed,
  MEMBER_REDIRECTS,
  memberScreens,
  PUBLIC_REDIRECTS,
  publicScreens,
  SIGN_OUT,
  UNKNOWN_ID,
  walk,
} from './steps/route-steps.ts'

const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
const HTML_MAX_BYTES = 14_600

const product = inject('product')
let nft: Nft

beforeAll(async () => {
  nft = await findNft(product, 'search=night+bloom')
})

/** That each screen opens, for a visitor and for a member, is asserted where it is looked at: every-screen.test.ts. */
it('a visitor is led to Explore from everything that is not public', async () => {
  const { page, context } = await visit()
  const memberOnly = [
    ...[...memberScreens(nft.id), ...MEMBER_REDIRECTS].map(([path]) => path),
    addressOf('order', { paymentId: UNKNOWN_ID }),
    addressOf('verifyOtp'),
  ]
  await walk(page, product.url, [
    ...PUBLIC_REDIRECTS,
    [PAGES.resetPassword, 'Choose a new password'],
    ['/signout', 'Sign in', addressOf('signIn')],
    ...memberOnly.map(closed),
  ])
  await context.close()
})

it('a work that is clicked twice is one step: Back returns to the place in the list', async () => {
  const { page, context } = await visit()
  // The screen is on its way until both clicks are done.
  const clicked = Promise.withResolvers<void>()
  await context.route(codeOf('nft-screen'), async (route) => {
    await clicked.promise
    await route.continue()
  })
  await page.goto(product.url + addressOf('home'))
  await page.getByRole('link', { name: 'VIEW' }).nth(12).waitFor()
  await scrollTo900(page)
  await page.getByRole('link', { name: 'VIEW' }).nth(12).dblclick()
  clicked.resolve()
  await page.getByRole('heading', { level: 1, name: 'Discover the extraordinary NFT World' }).waitFor()
  await page.goBack()
  await page.waitForURL(at('home'))
  await page.waitForFunction(() => Math.abs(scrollY - 900) <= 2)
  await context.close()
})

it('Back undoes another sort and returns to the place in the former list', async () => {
  const { page, context } = await visit()
  const isAt = (top: number) => page.waitForFunction((wanted) => Math.abs(scrollY - wanted) <= 2, top)
  await page.goto(product.url + addressOf('home'))
  await page.getByRole('link', { name: 'VIEW' }).nth(12).waitFor()
  await scrollTo900(page)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await page.waitForURL(/sort=price/)
  await page.waitForFunction(() => scrollY < 200)
  await page.goBack()
  await isAt(900)
  expect(new URL(page.url()).search).toBe('')
  await page.goForward()
  await page.waitForFunction(() => scrollY < 200)
  await context.close()
})

it('a member reaches what is public but not what is for signing in, and buys where the owner sells', async () => {
  const { page, context } = await visitAs(product.url, BUYER)
  await walk(page, product.url, [
    ...PUBLIC_REDIRECTS,
    ...publicScreens(nft.id),
    ...MEMBER_REDIRECTS,
    ...ACCOUNT_PATHS.map(closed),
  ])
  await page.goto(product.url + addressOf('nft', { nftId: nft.id }))
  await page.getByRole('button', { name: 'Buy now' }).first().waitFor()
  expect(await page.getByText('NFT Listed').count()).toBe(0)
  await page.goto(product.url + addressOf('user', { userId: nft.created_by }))
  await page.getByRole('button', { name: /add to favorite/i }).waitFor()
  await seeOrder(page, product.url)
  await walk(page, product.url, [SIGN_OUT])
  await context.close()
})

it('an owner sees the controls of an owner on the work and on the profile', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await page.goto(product.url + addressOf('home'))
  const ownerId = await ownId(page)
  const own = await findNft(product, `listed=true&owned_by=${ownerId}`)
  await walk(page, product.url, [[addressOf('nft', { nftId: own.id }), 'Discover the extraordinary NFT World']])
  await page.getByText('NFT Listed').waitFor()
  await page.getByRole('button', { name: 'Unlist' }).waitFor()
  expect(await page.getByRole('button', { name: 'Buy now' }).count()).toBe(0)
  await expectNoFault(page)
  await walk(page, product.url, [
    [addressOf('sell', { nftId: own.id }), 'Sell NFT'],
    [addressOf('user', { userId: ownerId }), 'My profile'],
  ])
  await page.getByRole('heading', { name: 'My NFTs' }).waitFor()
  await expectNoFault(page)
  await seeOrder(page, product.url)
  await walk(page, product.url, [['/signout', 'Sign in', addressOf('signIn')]])
  await context.close()
})

it('a visitor can verify an NFT, and a changed file is reported as wrong', async () => {
  const { page, context } = await visit()
  const openPanel = async () => {
    await page.goto(product.url + addressOf('nft', { nftId: nft.id }))
    await page.getByRole('button', { name: 'Advance Details' }).click()
    await page.getByRole('button', { name: 'Verify it yourself' }).click()
  }
  const statuses = () =>
    page.locator('[data-check]').evaluateAll((checks) => checks.map((check) => check.getAttribute('data-status')))
  await openPanel()
  await page.getByText('Everything matches: file, metadata and token belong together.').waitFor()
  expect(await statuses()).toEqual(Array(6).fill('right'))
  await expectNoFault(page)

  const details = (await (await fetch(`${product.url}/api/nfts/${nft.id}/`)).json()) as { data: { file_url: string } }
  await page.route(details.data.file_url, async (route) => {
    const answer = await route.fetch()
    const bytes = await answer.body()
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await route.fulfill({ response: answer, body: bytes })
  })
  await openPanel()
  await page.getByText('Something does not match.').waitFor()
  expect(await statuses()).toEqual(['wrong', 'right', 'wrong', 'right', 'right', 'right'])

  await page.unroute(details.data.file_url)
  await page.route(`**/api/nfts/${nft.id}/`, async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, name: 'Mona Lisa' } } })
  })
  await openPanel()
  await page.getByText('Something does not match.').waitFor()
  expect(await statuses()).toEqual(['right', 'right', 'right', 'wrong', 'right', 'right'])
  await context.close()
})

it('a link to a work carries its card, in a page that fits into the first packets', async () => {
  const fetchPage = async (path: string, encoding: string) => {
    const answer = await fetch(product.url + path, { headers: { 'accept-encoding': encoding } })
    return answer.text()
  }
  const html = await fetchPage(addressOf('nft', { nftId: nft.id }), 'identity')
  expect(html).toContain(`<meta property="og:title" content="Night Bloom by Kasun Silva">`)
  const image = /<meta property="og:image" content="([^"]+)">/.exec(html)?.[1] ?? ''
  expect((await fetch(image)).headers.get('content-type')).toMatch(/^image\//)
  expect(await fetchPage(addressOf('user', { userId: nft.created_by }), 'identity')).toContain(
    '<meta property="og:type" content="profile">',
  )
  expect(await fetchPage(addressOf('home'), 'identity')).not.toContain('og:title')
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(HTML_MAX_BYTES)
})

it('what a first screen shows is asked for once: by the head, before its code is there', async () => {
  for (const path of [
    addressOf('home'),
    addressOf('nft', { nftId: nft.id }),
    addressOf('user', { userId: nft.created_by }),
  ]) {
    const { page, context } = await visit()
    const asked: string[] = []
    const startedAt = performance.now()
    page.on('request', (request) => {
      const url = new URL(request.url())
      // A profile is looked up again after that.
      const isFirst = performance.now() - startedAt < PROFILE_POLL_MS
      if (isFirst && /^\/api\/(nfts|users|settings)\//.test(url.pathname)) asked.push(url.pathname + url.search)
    })
    await page.goto(product.url + path)
    await page.getByRole('listitem').or(page.getByText('Activity Log')).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.length, path).toBeGreaterThan(0)
    expect(asked, path).toEqual([...new Set(asked)])
    await context.close()
  }
})
