import { addressOf } from '@verso/protocol/pages/pages'
import type { Page } from 'playwright-core'
import { at } from '../at-page.ts'
import { readOutbox } from '../outbox.ts'

export type NewMember = { email: string; password: string; phone: string }
/** Clocks of server and test are the same machine's. */
const now = () => new Date().toISOString()

/** Called on each screen that one comes by. */
type Look = (page: Page) => Promise<void>

/** register → verify the e-mail → sign in → add the phone → SMS code → sign in again with the sign-in code. */
export async function joinByClicking(
  page: Page,
  productUrl: string,
  member: NewMember,
  look: Look = async () => undefined,
): Promise<void> {
  if (!at('register')(new URL(page.url()))) await page.goto(productUrl + addressOf('register'))
  await page.getByLabel('E-mail', { exact: true }).fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByLabel('Confirm password').fill(member.password)
  await page.getByRole('button', { name: 'JOIN', exact: true }).click()
  await page.waitForURL(at('registerSuccess'))
  await page.goto(await readOutbox(productUrl, member.email, 'link'))
  await page.getByText('You Have Successfuly Verified Your Email').waitFor()
  await look(page)
  await page.getByRole('link', { name: 'SIGN IN' }).last().click()
  await givePassword(page, member)
  await page.waitForURL(at('addMobile'))
  await page.getByLabel('Mobile number').fill(member.phone)
  await look(page)
  const sentSince = now()
  await page.getByRole('button', { name: 'SEND THE CODE' }).click()
  await page.waitForURL(at('verifyMobile'))
  await page.getByLabel('6-digit code').waitFor()
  await look(page)
  await enterCode(page, await readOutbox(productUrl, member.phone, 'code', sentSince))
  await page.waitForURL(at('signIn'))
  await signInByClicking(page, productUrl, member, look)
}

/** Password, then the sign-in code from the SMS. */
export async function signInByClicking(
  page: Page,
  productUrl: string,
  member: NewMember,
  look: Look = async () => undefined,
): Promise<void> {
  if (!at('signIn')(new URL(page.url()))) await page.goto(productUrl + addressOf('signIn'))
  const sentSince = now()
  await givePassword(page, member)
  await page.waitForURL(at('verifyOtp'))
  await page.getByLabel('6-digit code').waitFor()
  await look(page)
  await enterCode(page, await readOutbox(productUrl, member.phone, 'code', sentSince))
  await page.waitForURL((url) => at('home')(url) || at('nft')(url))
}

async function givePassword(page: Page, member: NewMember): Promise<void> {
  // After a registration, and after the phone, it is filled in.
  const username = page.getByLabel('Username')
  if ((await username.inputValue()) !== member.email) await username.fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('main').getByRole('button', { name: 'SIGN IN' }).click()
}

/** The boxes submit by themselves with the sixth digit. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').pressSequentially(code)
}
