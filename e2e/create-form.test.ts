import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, inject, it } from 'vitest'
import { at } from './at-page.ts'
import { signInByClicking } from './steps/sign-in-steps.ts'
import { visitAsNew } from './api-member.ts'
import { takeComplaints, type Visit } from './browser.ts'
import {
  choose,
  drop,
  noise,
  openMore,
  paste,
  seeFiles,
  waitForKeptFiles,
  whatIsKept,
} from './steps/create-form-steps.ts'
import { topUpHere } from './steps/wallet-steps.ts'

const MAKER = { email: 'first-work@example.test', password: 'right-horse-3', phone: '+94771234571' }
const NEXT = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const SLOW = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
const FULL_SPEED = { ...SLOW, uploadThroughput: -1 }

const product = inject('product')
const createUrl = product.url + addressOf('createNft')
let visited: Visit
beforeAll(async () => {
  visited = await visitAsNew(product.url, MAKER)
})

/** A step of the one story. */
const step = (title: string, walk: (page: Page) => Promise<void>) => it(title, () => walk(visited.page))

step('what stands in the way says so and leads to its mend', async (page) => {
  await page.goto(createUrl)
  await page.getByText('Polygon · royalty 7.5 %').waitFor()
  await openMore(page)
  await chooseChain(page, 'ETH')
  await blocker(page, 'Wallet not created').getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByLabel('Chain').inputValue()).toBe('')
  await chooseChain(page, 'ETH')
  await blocker(page, 'Wallet not created').getByRole('button', { name: 'Create Wallet' }).click()
  await page.waitForURL(at('settingsTab', { tab: 'crypto-wallets' }))

  await page.route('**/api/accounts/cryptos/', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    await route.fulfill({ response, json: { ...rest, data: data.map((one) => ({ ...one, public_address: null })) } })
  })
  await page.goto(createUrl)
  await openMore(page)
  await chooseChain(page)
  await blocker(page, 'Wallet unavailable').getByRole('button', { name: 'Go to Settings' }).click()
  await page.waitForURL(at('settingsTab', { tab: 'crypto-wallets' }))
  await page.unrouteAll({ behavior: 'wait' })

  await page.goto(createUrl)
  await openMore(page)
  await chooseChain(page)
  await blocker(page, 'Insufficient Transaction Credits').getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(at('home'))
})

step('from a top-up one comes back to the draft', async (page) => {
  await page.goto(createUrl)
  await choose(page, 'Artwork', await noise('kept.png', 200))
  await fillTexts(page, 'Kept while paying')
  await waitForKeptFiles(page, 'kept.png')
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await blocker(page, 'Insufficient Transaction Credits').getByRole('button', { name: 'Topup Credits' }).click()
  await page.waitForURL(at('settingsTab', { tab: 'credits' }))
  await topUpHere(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL(at('createNft'))
  await seeFiles(page, { Artwork: 'kept.png', Thumbnail: 'kept.png' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kept while paying')
})

step('a wrong field under "More" opens it and takes the focus', async (page) => {
  await openMore(page)
  await page.getByLabel('Royalty').fill('101')
  await openMore(page)
  await expect.poll(() => page.getByLabel('Royalty').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await page.getByText('Value should be less than 100').waitFor()
  await page.getByLabel('Royalty').and(page.locator(':focus')).waitFor()
  await page.getByLabel('Royalty').fill('5')
})

step('a picture is pasted or dropped, and the draft is there again after a reload', async (page) => {
  await page.goto(createUrl)
  await paste(page, await noise('pasted.png', 300))
  await seeFiles(page, { Artwork: 'pasted.png', Thumbnail: 'pasted.png' })
  await fillTexts(page, 'Grains of sand')
  await waitForKeptFiles(page, 'pasted.png')
  await page.reload()
  await seeFiles(page, { Artwork: 'pasted.png', Thumbnail: 'pasted.png' })
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grains of sand')
  await drop(page, 'Artwork', await noise('dropped.jpg', 2000))
  await seeFiles(page, { Artwork: 'dropped.jpg', Thumbnail: 'dropped.jpg' })
})

step('the preview is the card as it will be, and a crop of the picture is what it shows', async (page) => {
  const card = page.getByRole('img', { name: 'Preview of the card: Grains of sand by' })
  await card.getByText('N/A').waitFor()
  await page.getByLabel('Listing price').fill('24')
  await card.getByText('24.00').waitFor()
  await page.getByLabel('Listing price').fill('')
  const whole = await card.locator('img').first().getAttribute('src')
  await page.getByRole('button', { name: 'Crop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop' })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByLabel('Left').press('End')
  await dialog.getByRole('button', { name: 'Use this' }).click()
  await expect.poll(() => card.locator('img').first().getAttribute('src')).not.toBe(whole)
  await drop(page, 'Artwork', await noise('dropped.jpg', 2000))
  await expect
    .poll(() =>
      card
        .locator('img')
        .first()
        .evaluate((one: HTMLImageElement) => one.naturalWidth),
    )
    .toBe(2000)
})

step('an upload shows how far and how fast it is, and can be cancelled', async (page) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await page.getByText('Creating NFT ...').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Upload the artwork' })
    .getByText(/^\d+% · [\d.]+ .?B\/s$/)
    .waitFor()
  // It goes on while one looks elsewhere, with what was there when it began.
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL(at('home'))
  await page.getByRole('link', { name: 'Create' }).first().click()
  await page.getByRole('group', { name: 'Create NFT' }).waitFor()
  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  await paste(page, await noise('too-late.png', 200))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Upload the artwork').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name', { exact: true }).isEnabled()).toBe(true)
  await seeFiles(page, { Artwork: 'dropped.jpg' })
  await page.getByText('Creating NFT ...').waitFor({ state: 'detached' })
  await network.send('Network.emulateNetworkConditions', FULL_SPEED)
  await network.detach()
})

step('a failed step is tried again without a second upload or payment, also after a reload', async (page) => {
  const [uploads, workers] = [uploadsOf(page), [] as string[]]
  page.on('worker', (worker) => workers.push(worker.url()))
  const thumbnail = await noise('large.jpg', 2600)
  expect(thumbnail.buffer.length).toBeGreaterThan(1024 * 1024)
  await choose(page, 'Thumbnail', thumbnail)
  await seeFiles(page, { Thumbnail: 'large.jpg' })
  await waitForKeptFiles(page, 'dropped.jpg', 'large.jpg')

  await page.route('**/api/files/*/metadata/', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await seeFailed(page, 'Save the metadata')
  // The server makes the NFT, and its answer is lost.
  await page.route('**/api/nfts/', async (route) => void (await route.fetch(), await route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await seeFailed(page, 'Create the NFT')

  await page.reload()
  await seeFiles(page, { Artwork: 'dropped.jpg', Thumbnail: 'large.jpg' })
  await page.getByLabel('Name', { exact: true }).fill('Another title')
  await openMore(page)
  await page.getByLabel('Royalty').fill('6')
  const told = page.getByText('This work was already created, as “Grains of sand”.').waitFor()
  await page.getByRole('button', { name: 'Create NFT' }).click()
  await told
  await page.waitForURL(at('nft'))
  await page.getByRole('main').getByRole('heading', { name: 'Grains of sand' }).waitFor()

  expect(uploads).toHaveLength(2)
  await expectSmall(await (uploads[1] as Promise<string>))
  expect(workers.some((url) => url.includes('compress-picture'))).toBe(true)
  expect(await page.evaluate(readCredit)).toBe(4.8)
  // The browser tells of the two answers that the test took away.
  expect(takeComplaints().filter((text) => !/Failed to load resource: .*(503|ERR_FAILED)/.test(text))).toEqual([])
})

step('the next member of the same browser finds nothing of a draft', async (page) => {
  await page.goto(createUrl)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await paste(page, await noise('secret.png', 200))
  await page.getByLabel('Name', { exact: true }).fill('Not for others')
  await waitForKeptFiles(page, 'secret.png')
  await page.goto(product.url + addressOf('signOut'))
  await page.waitForURL(at('signIn'))
  await expect.poll(() => whatIsKept(page)).toEqual([])
  await signInByClicking(page, product.url, NEXT)
  await page.goto(createUrl)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('')
  await page.getByRole('group', { name: 'Artwork' }).getByText('Drop').first().waitFor()
})

const chooseChain = (page: Page, chain = 'POLYGON') => page.getByLabel('Chain').selectOption(chain)
const blocker = (page: Page, name: string) => page.getByRole('dialog', { name })

async function fillTexts(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Each of them another shade.')
  await page.getByLabel('Category').selectOption({ label: 'Art' })
}

/** The step that failed says so, and what to do. */
async function seeFailed(page: Page, title: string): Promise<void> {
  await page.getByRole('listitem').filter({ hasText: title }).getByLabel('Failed').waitFor()
  await page.getByText('What was done is kept: trying again uploads and pays nothing twice.').waitFor()
}

/** The addresses of what is uploaded from now on. */
function uploadsOf(page: Page): Promise<string>[] {
  const urls: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/api/files/')) return
    urls.push(response.json().then((answer: { data: { url: string } }) => answer.data.url))
  })
  return urls
}

async function expectSmall(url: string): Promise<void> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  expect(bytes.length).toBeLessThanOrEqual(1024 * 1024)
  expect(Math.max(width, height)).toBe(1920)
}

const readCredit = async () => {
  const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
  return (await (await fetch('/api/accounts/credits/', { headers })).json()).data.credit as number
}
