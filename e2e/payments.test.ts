import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { signInByClicking } from './account-steps.ts'
import { keepEvidence, openBrowser, type Visit, visit } from './browser.ts'
import { payByCard } from './pay-steps.ts'

/** The demo's numbers are given out in the order of its members. */
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
const CARDS = { good: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asksBank: '4000 0000 0000 3220' }

type Work = { id: string; name: string }

const product = inject('product')
let browser: Browser
let seen: Visit

beforeAll(async () => {
  browser = await openBrowser()
  seen = await visit(browser)
  await signInByClicking(seen.page, product.url, BUYER)
})
afterAll(async () => {
  await browser?.close()
})

it('a card is declined, the bank says no and then yes, and the work is the buyer’s', async () => {
  await keepingEvidence('payments-declined', async (page, [work]) => {
    await openPaymentOf(page, work)
    await payByCard(page, CARDS.declined)
    await widgetOf(page).getByRole('alert').getByText('Your card was declined.').waitFor()
    await page.getByText('Oh snap! payment attempt failed.').first().waitFor()
    await payByCard(page, CARDS.asksBank)
    await widgetOf(page).getByRole('button', { name: 'Fail' }).click()
    await widgetOf(page).getByRole('alert').getByText('Your bank did not confirm the payment.').waitFor()
    await payByCard(page, CARDS.asksBank)
    await widgetOf(page).getByRole('button', { name: 'Complete' }).click()
    await page.getByText('Payment successfull!').first().waitFor()
    await page.waitForURL(/\/app\/user\//)
  })
})

it('a payment that is cancelled frees the work, and its order says so', async () => {
  await keepingEvidence('payments-cancelled', async (page, [, work]) => {
    await openPaymentOf(page, work)
    await widgetOf(page).getByRole('button', { name: 'Cancel payment' }).click()
    await page.getByText('Oh snap! your payment was cancelled.').first().waitFor()
    await page.getByRole('button', { name: 'Buy now' }).first().waitFor()
    await openOrderOf(page, work)
    await page.getByRole('main').getByText('Cancelled', { exact: true }).first().waitFor()
  })
})

it('a closed tab loses nothing: the order goes on with the same payment in another', async () => {
  await keepingEvidence('payments-closed', async (page, [, , work]) => {
    await openPaymentOf(page, work)
    const other = await seen.context.newPage()
    await page.close()
    seen.page = other
    await openOrderOf(other, work)
    await other.getByRole('button', { name: 'Continue payment' }).click()
    await payByCard(other, CARDS.good)
    await other.getByRole('link', { name: 'Receipt' }).waitFor()
    await other.getByText('Yours', { exact: true }).first().waitFor()
  })
})

async function keepingEvidence(name: string, walk: (page: Page, works: [Work, Work, Work]) => Promise<void>) {
  try {
    await walk(seen.page, await listWorks())
    expect(seen.complaints).toEqual([])
  } catch (error) {
    await keepEvidence([seen], name)
    throw error
  }
}

/** Three works that others offer; what a test buys is gone from the list, so they are named once. */
let works: [Work, Work, Work] | undefined
async function listWorks(): Promise<[Work, Work, Work]> {
  if (works) return works
  const read = async (path: string, token = '') => {
    const response = await fetch(product.url + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever the server answered
    return ((await response.json()) as { data: any }).data
  }
  const token = await seen.page.evaluate(() => localStorage.getItem('adminToken') ?? '')
  const me = await read('/api/users/me/', token)
  type Offer = Work & { chain: string; media_type: string; owned_by: string; latest_listing: { status: string } | null }
  const offers: Offer[] = await read('/api/nfts/?limit=40')
  const others = offers.filter(({ chain, media_type, owned_by, latest_listing }) => {
    // A turning model keeps a machine without a graphics card busy.
    return media_type === 'image' && chain === 'POLYGON' && owned_by !== me.id && latest_listing?.status === 'ACTIVE'
  })
  const [first, second, third] = others.slice(-3)
  if (!first || !second || !third) throw new Error('the demo offers fewer than three works')
  works = [first, second, third]
  return works
}

const widgetOf = (page: Page): FrameLocator => page.frameLocator('iframe[title*="ayment"]')

async function openPaymentOf(page: Page, work: Work): Promise<void> {
  await page.goto(`${product.url}/app/nft/view/${work.id}`)
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await widgetOf(page).getByLabel('Card number').waitFor()
}

async function openOrderOf(page: Page, work: Work): Promise<void> {
  await page.goto(`${product.url}/app/orders`)
  await page.getByRole('main').getByRole('link').filter({ hasText: work.name }).first().click()
  await page.waitForURL(/\/app\/orders\/.+/)
}
