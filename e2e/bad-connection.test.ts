import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { visitAs } from './api-member.ts'
import { takeComplaints, visit } from './browser.ts'
import { codeOf } from './code-of.ts'
import { waitUntilSettled } from './settle.ts'
import { openMore } from './steps/create-form-steps.ts'

const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.'
const NOT_LOADED = 'This could not be loaded.'

const product = inject('product')

type Nft = { id: string; latest_listing: { status: string } | null }
async function listNfts(page: Page, query: string): Promise<Nft[]> {
  const ownerId = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    return (await (await fetch('/api/users/me/', { headers })).json()).data.id
  })
  const answer = await fetch(`${product.url}/api/nfts/?owned_by=${ownerId}&${query}`)
  return ((await answer.json()) as { data: Nft[] }).data
}
/** The page has what it fetches ahead, 2.5 s after its load. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (code) => performance.getEntriesByType('resource').some(({ name }) => code.test(name)),
    codeOf('toaster'),
  )
  await waitUntilSettled(page)
}
const statusOf = async (id: string) => {
  const answer = await fetch(`${product.url}/api/nfts/${id}/`)
  return ((await answer.json()) as { data: Nft }).data.latest_listing?.status
}

/** The console tells of every request that got no answer and of every part that did not come; of nothing else. */
const EXPECTED =
  /Failed to load resource: net::ERR_(FAILED|INTERNET_DISCONNECTED)|A part of the page could not be loaded/
const unexpectedComplaints = () => takeComplaints().filter((text) => !EXPECTED.test(text))

it('what is done without a connection fails at once, and is not made up for when the network returns', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  await page.goto(product.url + addressOf('home'))
  const [listed] = await listNfts(page, 'listed=true')
  const [unlisted] = await listNfts(page, 'listed=false&approved=true')
  const toast = page.getByText(UNREACHABLE).first()

  await page.goto(product.url + addressOf('nft', { nftId: listed?.id ?? '' }))
  const unlist = page.getByRole('button', { name: 'Unlist' })
  await unlist.waitFor()
  await settle(page)
  await context.setOffline(true)
  await unlist.click()
  await toast.waitFor()
  await context.setOffline(false)
  // Back online it reads everything again; what was held back would go out with that.
  await page.goto(product.url + addressOf('nft', { nftId: unlisted?.id ?? '' }))
  await page.getByLabel('Listing price').fill('12.50')
  await settle(page)
  expect(await statusOf(listed?.id ?? '')).toBe('ACTIVE')

  await context.setOffline(true)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await toast.waitFor()
  await context.setOffline(false)

  await page.goto(product.url + addressOf('home'))
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
  await settle(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Buy/ }).and(page.locator(':enabled')).first().click()
  await toast.waitFor()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  // The rows that could not be read are read by themselves then.
  await context.setOffline(false)
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
  await context.setOffline(true)
  await page.getByRole('searchbox').first().fill('nothing is called this')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await context.setOffline(false)
  expect(await statusOf(unlisted?.id ?? '')).not.toBe('ACTIVE')
  await context.close()
  expect(unexpectedComplaints()).toEqual([])
})

it('a part whose code does not arrive says so, takes nothing else along, and comes with the next try', async () => {
  const { page, context } = await visit({ width: 390, height: 844 })
  // Before the page fetches dialogs ahead.
  const closed = codeOf('modal-layer', 'filter-sheet', 'sign-in-screen', 'toaster')
  await page.route(closed, (route) => route.abort())
  await page.goto(product.url + addressOf('home'))
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByText(NOT_LOADED).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'VIEW' }).first().waitFor()

  await page.getByRole('link', { name: 'SIGN IN', exact: true }).click()
  await page.getByText(NOT_LOADED).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
  await page.getByRole('link', { name: 'SIGN IN', exact: true }).click()
  await page.getByText(NOT_LOADED).waitFor()
  await page.unroute(closed)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Show works' }).waitFor()
  await context.close()
  expect(unexpectedComplaints()).toEqual([])
})

it('what stands in the way of a work, and what shows a model, say so when their code does not arrive', async () => {
  const { page, context } = await visitAs(product.url, CREATOR)
  const closed = codeOf('show-blocker', 'model-view')
  await page.route(closed, (route) => route.abort())
  await page.route('**/api/accounts/cryptos/', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto(product.url + addressOf('createNft'))
  await openMore(page)
  const chain = page.getByLabel('Chain')
  await chain.selectOption('POLYGON')
  await page.getByText(NOT_LOADED).waitFor()
  await expect.poll(() => chain.inputValue()).toBe('')
  await page.unroute(closed)
  // Chromium remembers that the code did not arrive: a new page asks for it again.
  await page.getByRole('button', { name: 'Try again' }).click()
  await openMore(page)
  await chain.selectOption('POLYGON')
  await page.getByRole('dialog', { name: 'Wallet not created' }).waitFor()

  await page.route(closed, (route) => route.abort())
  const [nft] = await listNfts(page, 'listed=true')
  await page.route(`**/api/nfts/${nft?.id}/`, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Nft }
    await route.fulfill({ response, json: { data: { ...data, media_type: 'model' } } })
  })
  await page.goto(product.url + addressOf('nft', { nftId: nft?.id ?? '' }))
  await page.getByText('This file cannot be shown here.').waitFor()
  await page.getByRole('link', { name: 'Open the original' }).waitFor()
  await context.close()
  expect(unexpectedComplaints()).toEqual([])
})

/** The sign-in without its script, until `come`. */
async function openWithoutScript() {
  const { page, context } = await visit()
  const { promise: hasCome, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await hasCome
    await route.continue()
  })
  await page.goto(product.url + addressOf('signIn'), { waitUntil: 'commit' })
  await page.getByLabel('Username').fill(CREATOR.email)
  const password = page.getByLabel('Password', { exact: true })
  const hasScreen = page.getByRole('button', { name: 'Show password' })
  return { page, context, password, come, hasScreen }
}

it('what is typed into the sign-in before its script has come stays, with the caret', async () => {
  const { page, context, password, come, hasScreen } = await openWithoutScript()
  await password.pressSequentially('demo-pss')
  for (const key of ['ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  come()
  await hasScreen.waitFor()
  await page.keyboard.type('a')
  expect(await password.inputValue()).toBe('demo-pass')
  expect(await page.getByLabel('Username').inputValue()).toBe(CREATOR.email)
  await context.close()
})

it('who signs in before the script has come is answered by it, and no password gets into an address', async () => {
  const { page, context, password, come } = await openWithoutScript()
  await password.fill('not-my-password')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'SIGN IN' }).click()
  expect(page.url()).toBe(product.url + addressOf('signIn'))
  come()
  await page.getByText('Error signing in').first().waitFor()
  expect(page.url()).toBe(product.url + addressOf('signIn'))
  await context.close()
})
