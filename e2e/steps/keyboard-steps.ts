import { addressOf } from '@verso/protocol/pages/pages'
import type { Frame, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { NewMember } from './sign-in-steps.ts'
import { at } from '../at-page.ts'
import type { Artwork } from './create-steps.ts'
import { readOutbox } from '../outbox.ts'

/** More than any screen has to stop at on the way; the most has a fully loaded Explore, two stops to each work. */
const MOST_TABS = 120

/** register → resend the mail → verify → sign in → add the phone → SMS code → sign in with the code, and never a mouse. */
export async function joinByKeys(page: Page, productUrl: string, member: NewMember): Promise<void> {
  await page.goto(productUrl + addressOf('home'))
  await pressOn(page, 'JOIN')
  await page.waitForURL(at('register'))
  await typeInto(page, 'E-mail', member.email)
  await typeInto(page, 'Password', member.password)
  await typeInto(page, 'Confirm password', member.password)
  await pressOn(page, 'JOIN')
  await page.waitForURL(at('registerSuccess'))
  await readOutbox(productUrl, member.email, 'link')
  const resentSince = now()
  await pressOn(page, 'Resend')
  await page.getByText('Confirmation email sent').waitFor()
  const link = await readOutbox(productUrl, member.email, 'link', resentSince)
  await page.goto(link)
  await page.getByText('You Have Successfuly Verified Your Email').waitFor()
  await pressOn(page, 'SIGN IN')
  await givePasswordByKeys(page, member)
  await page.waitForURL(at('addMobile'))
  await typeInto(page, 'Mobile number', member.phone)
  const smsSince = now()
  await pressOn(page, 'SEND THE CODE')
  await typeCode(page, await readOutbox(productUrl, member.phone, 'code', smsSince))
  await page.waitForURL(at('signIn'))
  await signInByKeys(page, productUrl, member)
}

/** From the sign-in screen on. */
export async function signInByKeys(page: Page, productUrl: string, member: NewMember): Promise<void> {
  const sentSince = now()
  await givePasswordByKeys(page, member)
  await typeCode(page, await readOutbox(productUrl, member.phone, 'code', sentSince))
  await page.waitForURL(at('home'))
}

/** Fills the form and sends it; only the file is named to the browser, whose own window for that is no page. */
export async function createByKeys(page: Page, name: string, artwork: Artwork): Promise<void> {
  // Long before it opens: Chromium needs a moment to leave the choice to us.
  page.once('filechooser', (chooser) => void chooser.setFiles(artwork))
  await pressOn(page, 'CREATE')
  await page.waitForURL(at('createNft'))
  await pressOn(page, 'browse: Artwork')
  await page.getByRole('group', { name: 'Thumbnail' }).getByText(artwork.name).waitFor()
  await typeInto(page, 'Name', name)
  await typeInto(page, 'Description', 'Each key left its own trace.')
  // Letters choose among what is there.
  await page.getByLabel('Category').getByRole('option', { name: 'Art', exact: true }).waitFor({ state: 'attached' })
  await typeInto(page, 'Category', 'Art')
  await pressOn(page, 'More')
  await typeInto(page, 'Chain', 'Polygon')
  await typeInto(page, 'Royalty', '7.5')
  await pressOn(page, 'Create NFT')
  await page.waitForURL(at('nft'))
}

/** On the page of one's own new NFT: it is not approved yet. */
export async function listByKeys(page: Page, price: string): Promise<void> {
  await page.getByLabel('Listing price').and(page.locator(':enabled')).waitFor()
  await typeInto(page, 'Listing price', price)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Confirm NFT listing' }).waitFor()
  await tabTo(page, 'Okay')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Unlist' }).waitFor()
  // The button that was pressed is gone; the next one is a Tab away all the same.
  await page.getByRole('region', { name: 'NFT Listed' }).and(page.locator(':focus')).waitFor()
}

/** Finds the work on Explore and pays it in the provider's frame. */
export async function buyByKeys(page: Page, productUrl: string, nftName: string): Promise<void> {
  await page.goto(productUrl + addressOf('home'))
  await typeInto(page, 'Search by name or description', nftName)
  await pressOn(page, nftName)
  await page.waitForURL(at('nft'))
  await pressOn(page, 'Buy now')
  const element = await page.waitForSelector('iframe[title*="ayment"]')
  const widget = (await element.contentFrame()) as Frame
  // Its script runs once the clock does.
  await widget.getByText(/^\d+:\d\d left$/).waitFor({ state: 'attached' })
  await tabTo(page, 'Card', widget)
  await page.keyboard.press('ArrowRight')
  await widget.getByLabel('To this address').waitFor()
  await page.keyboard.press('ArrowLeft')
  await typeInto(page, 'Card number', '4000000000000002', widget)
  await typeInto(page, 'Expiry date', '1240', widget)
  await typeInto(page, 'Security code', '123', widget)
  await typeInto(page, 'Name on card', 'Lena Brandt', widget)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await widget.getByText('Your card was declined.').waitFor()
  await widget.getByRole('button', { name: /^Pay / }).and(widget.locator(':focus')).waitFor()
  // From the button back over three fields to the card's number; what is typed there replaces it.
  for (let fields = 0; fields < 4; fields++) await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Enter')
  await page.waitForURL(at('user'))
}

/** The order of a paid NFT: found through the account menu, with its receipt, and back to the NFT. */
export async function readOrderByKeys(page: Page, nftName: string): Promise<void> {
  await chooseInMenu(page, 'Orders')
  const order = page.getByRole('main').getByRole('link').filter({ hasText: nftName }).first()
  await order.waitFor()
  const hasFocus = () => order.evaluate((link) => link === document.activeElement)
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(at('order'))
  await tabTo(page, 'Receipt')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(at('nft'))
}

/** Each tab of the settings, and a change on the first one, which leads to the profile. */
export async function changeSettingsByKeys(page: Page, occupation: string): Promise<void> {
  await chooseInMenu(page, 'Settings')
  for (const [tab, heading] of [
    ['Crypto Wallets', 'Crypto Wallets'],
    ['Credits', 'Transaction credits'],
    ['Earnings', 'Earnings'],
    ['Profile', 'Profile'],
  ] as const) {
    await pressOn(page, tab)
    await page.getByRole('main').getByRole('heading', { name: heading }).first().waitFor()
  }
  await typeInto(page, 'Occupation', occupation)
  await pressOn(page, 'Save')
  await page.waitForURL(at('user'))
  await page.getByText(occupation, { exact: true }).first().waitFor()
}

async function chooseInMenu(page: Page, name: string): Promise<void> {
  await pressOn(page, 'LB, account menu')
  await page.locator('.menu:popover-open').getByRole('link', { name, exact: true }).waitFor()
  await pressOn(page, name)
}

const now = () => new Date().toISOString()

/** A member who has given their address before finds it there, with the focus on the password. */
async function givePasswordByKeys(page: Page, member: NewMember): Promise<void> {
  if ((await page.getByLabel('Username').inputValue()) === member.email) {
    await page.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(member.password)
  } else {
    await typeInto(page, 'Username', member.email)
    await typeInto(page, 'Password', member.password)
  }
  await page.keyboard.press('Enter')
}

/** The boxes have the focus already, and submit by themselves. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(code)
}

/** The text of the field is selected when one comes by Tab, so that typing replaces it. */
async function typeInto(page: Page, label: string, text: string, frame?: Frame): Promise<void> {
  await tabTo(page, label, frame)
  await page.keyboard.type(text)
}

async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Tab by Tab, as long as it takes; what has the focus then shows it. */
async function tabTo(page: Page, name: string, frame: Frame = page.mainFrame()): Promise<void> {
  const field = frame.getByLabel(name, { exact: true })
  const [button, link, tab] = (['button', 'link', 'tab'] as const).map((role) =>
    frame.getByRole(role, { name, exact: true }),
  ) as [Locator, Locator, Locator]
  await field.or(button).or(link).or(tab).first().waitFor()
  const passed: string[] = []
  while (passed.length < MOST_TABS) {
    await page.keyboard.press('Tab')
    const focused = await frame.evaluate(describeFocused)
    if (focused.name === name) {
      const isMarked = async () => (await frame.evaluate(describeFocused)).isMarked
      return expect.poll(isMarked, { message: `${name} shows that it has the focus` }).toBe(true)
    }
    passed.push(focused.name)
    // The last stop of a page while it is there; from it Sonner leads back to where one was.
    if (focused.isToast) await page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' })
  }
  throw new Error(`Tab does not lead to "${name}", but to: ${passed.join(' | ')}`)
}

function describeFocused(): { name: string; isMarked: boolean; isToast: boolean } {
  const focused = (document.activeElement ?? document.body) as HTMLInputElement
  const text = focused.labels?.[0]?.innerText ?? focused.ariaLabel ?? focused.innerText
  // The mark may be on the card that a link covers, or on the box that a field shares with its icon.
  const around = focused.closest('.card, .control') ?? focused
  const isMarked = [focused, around].some((one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one)
    return outlineStyle !== 'none' || boxShadow.includes('1.5px inset')
  })
  return { name: text.trim(), isMarked, isToast: focused.closest('[data-sonner-toaster]') !== null }
}
