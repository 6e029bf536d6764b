import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { createPublicClient, http, parseAbi } from 'viem'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { at } from './at-page.ts'
import { joinByClicking, type NewMember, signInByClicking } from './steps/sign-in-steps.ts'
import { adminSignIn } from './steps/admin-steps.ts'
import { visit } from './browser.ts'
import { countActions } from './steps/count-actions.ts'
import { createNftByClicking } from './steps/create-steps.ts'
import { noteTechnicalWords } from './steps/note-words.ts'
import { payByCard } from './steps/pay-steps.ts'
import { topUpByClicking } from './steps/wallet-steps.ts'

const SELLER: NewMember = { email: 'maker@example.test', password: 'right-horse-7', phone: '+94771234567' }
const BUYER: NewMember = { email: 'taker@example.test', password: 'right-horse-8', phone: '+94771234568' }
const NAME = 'First Light Over Kandy'

const product = inject('product')

it('a member makes and lists a work, an admin approves it, a second member buys it and owns it on chain', async () => {
  const seller = await open()
  await joinByClicking(seller, product.url, SELLER)
  await topUpByClicking(seller, product.url)
  await createNftByClicking(seller, product.url, NAME)
  const nftUrl = seller.url()
  await listUnapproved(seller, '25')

  const admin = await open()
  await adminSignIn(admin, product, { email: 'admin@demo.test', password: 'demo-pass' })
  await approve(admin)

  const buyer = await open()
  await buyAsNewcomer(buyer)
  await expectOwned(buyer, nftUrl)

  await expectToldOfSale(seller)
  await expectEarnings(seller, '24.38')
  await expectActivity(seller, nftUrl)
})

it('a member who signed out comes back in with the code', async () => {
  const page = await open()
  await signInByClicking(page, product.url, SELLER)
  await page.getByRole('link', { name: 'CREATE' }).first().waitFor()
})

const open = async (): Promise<Page> => (await visit({ isMoving: true })).page

async function listUnapproved(page: Page, price: string): Promise<void> {
  await page.getByLabel('Listing price').fill('1')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByText('Minimum listing amount is $1.08').waitFor()
  await page.getByLabel('Listing price').fill(price)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm NFT listing' })
  await dialog
    .getByText('This NFT is not approved yet. So it will not be visible on the Homepage. Please confirm listing.')
    .waitFor()
  await expectNoFault(page)
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await page.getByRole('button', { name: 'Unlist' }).waitFor()
}

async function approve(page: Page): Promise<void> {
  const item = page.getByRole('listitem').filter({ hasText: NAME })
  await item.getByRole('button', { name: /approve/i }).click()
  await item.waitFor({ state: 'detached' })
}

/** From Explore to owning without an account, in few steps: the registration leads back to the checkout by itself. */
async function buyAsNewcomer(page: Page): Promise<void> {
  await page.goto(product.url + addressOf('home'))
  const counted = await countActions(page)
  const notedWords = await noteTechnicalWords(page)
  await page.getByRole('link', { name: NAME }).first().click()
  await page.getByRole('heading', { name: NAME }).waitFor()
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  await page.getByText('Please sign in to continue').waitFor()
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(at('register'))
  await joinByClicking(page, product.url, BUYER)
  const blocker = page.getByRole('dialog', { name: 'Insufficient Transaction Credits' })
  await blocker.getByRole('button', { name: 'Add 0.20 to this payment' }).click()
  await payByCard(page)
  await page.waitForURL(at('user'))
  await page.getByRole('heading', { name: "It's yours" }).waitFor()
  // The mailed link is a click, too.
  const { clicks, fields } = counted()
  expect(clicks + 1).toBeLessThanOrEqual(13)
  expect(fields).toBeLessThanOrEqual(13)
  expect(notedWords()).toEqual([])
  await page.getByLabel('Show technical details').check()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect.poll(notedWords).toContain('Chain')
}

/** The NFT is on the buyer's profile, and the buyer's wallet owns the token on chain. */
async function expectOwned(page: Page, nftUrl: string): Promise<void> {
  await page.goBack()
  await page.getByRole('heading', { name: 'My NFTs' }).waitFor()
  await page.getByRole('link', { name: NAME }).first().waitFor()
  const nftId = nftUrl.split('/').at(-1)
  const me = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    const read = async (path: string) => (await (await fetch(path, { headers })).json()).data
    return { user: await read('/api/users/me/'), wallets: await read('/api/accounts/cryptos/') }
  })
  const read = async (path: string) => ((await (await fetch(product.url + path)).json()) as { data: any }).data
  await expect.poll(async () => (await read(`/api/nfts/${nftId}/`)).owned_by).toBe(me.user.id)
  const { token, chain } = await read(`/api/nfts/${nftId}/`)
  const settings = await read('/api/settings/')
  const rpcUrl = settings.chains.find((entry: { id: string }) => entry.id === chain).rpc_url
  const client = createPublicClient({ transport: http(rpcUrl), ccipRead: false })
  const owner = await client.readContract({
    address: token.contract,
    abi: parseAbi(['function ownerOf(uint256) view returns (address)']),
    functionName: 'ownerOf',
    args: [BigInt(token.token_id)],
  })
  expect(owner.toLowerCase()).toBe(
    me.wallets.find((wallet: { chain: string }) => wallet.chain === chain).public_address.toLowerCase(),
  )
}

/** The seller's page stands where it stood before the sale, and has not been loaded again. */
async function expectToldOfSale(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Unlist' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await page
    .getByText(new RegExp(`bought “${NAME}”`))
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
}

async function expectEarnings(page: Page, amount: string): Promise<void> {
  await page.goto(product.url + addressOf('settingsTab', { tab: 'earnings' }))
  await page.getByText(amount).first().waitFor()
}

async function expectActivity(page: Page, nftUrl: string): Promise<void> {
  await page.goto(nftUrl)
  const table = page.getByRole('table')
  for (const activity of ['Created', 'Listed', 'Transferred']) {
    await table.getByRole('cell', { name: activity, exact: true }).first().waitFor()
  }
}
