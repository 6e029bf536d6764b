import { addressOf } from '@verso/protocol/pages/pages'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { at } from './at-page.ts'
import { visitAs } from './api-member.ts'
import type { Visit } from './browser.ts'
import { payByCard, pressInWidget, widgetOf } from './steps/pay-steps.ts'

/** The demo's numbers are given out in the order of its members. */
const BUYER = { email: 'buyer@demo.test', password: 'demo-pass', phone: '+94771000007' }
const STATE = /\/pay\/[^/]+\/state$/
const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0000 0000 3220',
  unanswered: '4000 0000 0000 0119',
}

type Nft = { id: string; name: string }

const product = inject('product')
let seen: Visit

beforeAll(async () => {
  seen = await visitAs(product.url, BUYER)
  await seen.page.goto(product.url + addressOf('home'))
})

it('a card is declined, the bank says no and then yes, and the work is the buyer’s', async () => {
  const { page } = seen
  const [nft] = await listNfts()
  await openPaymentOf(page, nft)
  await expectNoFault(page)
  // A toast is there for 3 s only: both are waited for from before the click.
  await Promise.all([
    widgetOf(page).getByRole('alert').getByText('Your card was declined.').waitFor(),
    page.getByText('Oh snap! payment attempt failed.').first().waitFor(),
    payByCard(page, CARDS.declined),
  ])
  await payByCard(page, CARDS.asksBank)
  await pressInWidget(page, 'Fail')
  await widgetOf(page).getByRole('alert').getByText('Your bank did not confirm the payment.').waitFor()
  await payByCard(page, CARDS.asksBank)
  await Promise.all([
    page.getByText('Payment successfull!').first().waitFor(),
    page.waitForURL(at('user')),
    pressInWidget(page, 'Complete'),
  ])
})

it('a late answer about the former state does not remove the bank’s question', async () => {
  const { page } = seen
  const [, nft] = await listNfts()
  await openPaymentOf(page, nft)
  await widgetOf(page).getByLabel('Card number').waitFor()
  const late = await holdNextState(page)
  await payByCard(page, CARDS.asksBank)
  const fail = widgetOf(page).getByRole('button', { name: 'Fail' })
  await fail.focus()
  await late.release()
  // The page looks again every second, and leaves the focus where it is.
  await page.waitForResponse(STATE)
  await page.waitForResponse(STATE)
  expect(await fail.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await widgetOf(page).getByRole('alert').getByText('Your bank did not confirm the payment.').waitFor()
  await pressInWidget(page, 'Cancel payment')
  await page.getByRole('button', { name: 'Buy now' }).first().waitFor()
})

it('a payment that is cancelled frees the work, and its order says so', async () => {
  const { page } = seen
  const [, nft] = await listNfts()
  await openPaymentOf(page, nft)
  await Promise.all([
    page.getByText('Oh snap! your payment was cancelled.').first().waitFor(),
    pressInWidget(page, 'Cancel payment'),
  ])
  await page.getByRole('button', { name: 'Buy now' }).first().waitFor()
  await openOrderOf(page, nft)
  await statusOf(page, 'Cancelled').waitFor()
})

it('a closed tab loses nothing: the order goes on with the same payment in another', async () => {
  const { page } = seen
  const [, , nft] = await listNfts()
  await openPaymentOf(page, nft)
  const other = await seen.context.newPage()
  await page.close()
  seen.page = other
  await openOrderOf(other, nft)
  await other.getByRole('button', { name: 'Continue payment' }).click()
  await payByCard(other, CARDS.good)
  await other.getByRole('link', { name: 'Receipt' }).waitFor()
  await other.getByText('Yours', { exact: true }).first().waitFor()
})

it('money that comes after the cancel is sent back, and a crypto payment is sent to its address in the meantime', async () => {
  const { page } = seen
  const [, , , late, crypto] = await listNfts()
  await openPaymentOf(page, late)
  await Promise.all([
    page.getByText('Please wait, your payment is processing.').first().waitFor(),
    payByCard(page, CARDS.unanswered),
  ])
  await openOrderOf(page, late)
  const lateOrder = page.url()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  await question.waitFor()
  await expectNoFault(page)
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await statusOf(page, 'Cancelled').waitFor()

  await openPaymentOf(page, crypto)
  const widget = widgetOf(page)
  await pressInWidget(page, 'Crypto', 'tab')
  await widget.getByRole('img', { name: 'QR code of the receiving address' }).waitFor()
  expect(await widget.getByLabel('To this address').inputValue()).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await widget.getByText(/^[\d.]+ MATIC$/).waitFor()
  await pressInWidget(page, 'I have sent it')
  await page.waitForURL(at('user'))

  await letProviderTake(lateOrder)
  await expect.poll(() => readStatus(lateOrder)).toBe('REFUNDED')
  await page.goto(lateOrder)
  await statusOf(page, 'Refunded').waitFor()
})

it('credits are topped up in the modal of the account menu, and their statement is a file', async () => {
  const { page } = seen
  await page.goto(product.url + addressOf('settingsTab', { tab: 'credits' }))
  const before = await readCredit()
  await page.getByRole('button', { name: /account menu/ }).click()
  await page.getByRole('button', { name: 'Topup credits' }).click()
  const amount = page.getByRole('dialog').getByLabel('Topup amount (USD)')
  await amount.fill('0.5')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Minimum allowed amount is: 1').waitFor()
  await amount.fill('')
  await page.getByText('Please enter amount to topup').waitFor()
  await amount.fill('2')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await widgetOf(page).getByLabel('Card number').waitFor()
  await Promise.all([page.getByText('Topup successfull.').first().waitFor(), payByCard(page, CARDS.good)])
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page
    .getByRole('main')
    .getByText(`${(before + 2).toFixed(2)} USD`)
    .first()
    .waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('credits.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^date,kind,amount_usd,/)
})

it('an order is printed without what is around it, dark on white', async () => {
  const { page } = seen
  const [nft] = await listNfts()
  await openOrderOf(page, nft)
  await page.getByRole('heading', { name: 'Order' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const around of ['banner', 'contentinfo'] as const) expect(await page.getByRole(around).isVisible()).toBe(false)
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(background).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ media: 'screen' })
})

/** The provider has the money after all: a card that is late by itself might be so before the order is cancelled. */
async function letProviderTake(orderUrl: string): Promise<void> {
  const answer = await fetch(`${product.url}/api/dev/payments/${idOf(orderUrl)}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'success' }),
  })
  expect(answer.status).toBe(200)
}

/** Keeps back what the payment form is told next, as it was when it asked. */
async function holdNextState(page: Page): Promise<{ release: () => Promise<unknown> }> {
  const freed = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const asked = page.waitForRequest(STATE)
  await page.route(
    STATE,
    async (route) => {
      const answer = await route.fetch()
      await freed.promise
      await route.fulfill({ response: answer })
      answered.resolve()
    },
    { times: 1 },
  )
  await asked
  return {
    release: () => {
      freed.resolve()
      return answered.promise
    },
  }
}

type FiveNfts = [Nft, Nft, Nft, Nft, Nft]

/** NFTs listed by others, read once: what a test buys leaves the list. */
let listed: FiveNfts | undefined
async function listNfts(): Promise<FiveNfts> {
  if (listed) return listed
  const me = await read('/api/users/me/')
  type Listed = Nft & { chain: string; media_type: string; owned_by: string; latest_listing: { status: string } | null }
  const nfts: Listed[] = await read('/api/nfts/?limit=40')
  const others = nfts.filter(({ chain, media_type, owned_by, latest_listing }) => {
    // A turning model keeps a machine without a graphics card busy.
    return media_type === 'image' && chain === 'POLYGON' && owned_by !== me.id && latest_listing?.status === 'ACTIVE'
  })
  if (others.length < 5) throw new Error('the demo has fewer than five NFTs for sale')
  listed = others.slice(-5) as Nft[] as FiveNfts
  return listed
}

/** The API's answer to the member of the page; the page renews the token. */
async function read(path: string) {
  const token = await seen.page.evaluate(() => localStorage.getItem('adminToken'))
  const response = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads any answer of the server
  return ((await response.json()) as { data: any }).data
}
const readCredit = async (): Promise<number> => (await read('/api/accounts/credits/')).credit
const idOf = (orderUrl: string) => orderUrl.split('/').at(-1)
const readStatus = async (orderUrl: string) => (await read(`/api/payments/${idOf(orderUrl)}/`)).status

const statusOf = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

async function openPaymentOf(page: Page, nft: Nft): Promise<void> {
  await page.goto(product.url + addressOf('nft', { nftId: nft.id }))
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await widgetOf(page).getByLabel('Card number').waitFor()
}

async function openOrderOf(page: Page, nft: Nft): Promise<void> {
  await page.goto(product.url + addressOf('orders'))
  await page.getByRole('main').getByRole('link').filter({ hasText: nft.name }).first().click()
  await page.waitForURL(at('order'))
}
