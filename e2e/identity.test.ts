import { addressOf } from '@verso/protocol/pages/pages'
import { generate } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { expectNoFault } from './accessibility.ts'
import { at } from './at-page.ts'
import { enterCode, joinByClicking, type NewMember } from './steps/sign-in-steps.ts'
import { type Visit, visit } from './browser.ts'
import { readOutbox } from './outbox.ts'

const PHONE = { width: 390, height: 844 }

const product = inject('product')
const member: NewMember = { email: 'careless@example.test', password: 'first-pass-1', phone: '+94771555001' }
let here: Visit

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const see = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** The focus comes a moment after the messages are there. */
const expectFocus = (page: Page, field: string) => page.locator(`[name=${field}]:focus`).waitFor()

it('says what is wrong beside each field, and goes to the first one', async () => {
  const { page } = await visit(PHONE)
  await page.goto(product.url + addressOf('register'))
  await page.getByLabel('E-mail', { exact: true }).fill('nonsense')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm password').fill('other')
  await press(page, 'JOIN')
  for (const text of ['Invalid email', 'Too short', 'Passwords must match']) await see(page, text)
  await expectFocus(page, 'email')
  await expectNoFault(page)

  await page.goto(product.url + addressOf('signIn'))
  await press(page, 'SIGN IN')
  await see(page, 'Required')
  await expectFocus(page, 'username')
  await page.getByLabel('Username').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await page.keyboard.press('Enter')
  await see(page, 'Error signing in')
  await see(page, 'Unable to sign in with these credentials.')

  await page.goto(product.url + addressOf('verifyEmail', { token: 'unknown' }))
  await press(page, 'Retry')
  await page.getByLabel('E-mail', { exact: true }).waitFor()
})

it('lets one in with the right code after a wrong one, and with a new password after a forgotten one', async () => {
  here = await visit(PHONE)
  const { page } = here
  await joinByClicking(page, product.url, member, expectNoFault)
  await page.goto(product.url + addressOf('signOut'))
  await page.waitForURL(at('signIn'))

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail', { exact: true }).fill(member.email)
  const askedAt = new Date().toISOString()
  await press(page, 'send link')
  await see(page, 'Reset link sent')
  const link = await readOutbox(product.url, member.email, 'link', askedAt)
  await page.goto(link)
  await resetPassword(page, 'second-pass-2')
  await see(page, 'Password Reset Successfull')
  await page.waitForURL(at('signIn'))
  member.password = 'second-pass-2'

  await page.goto(link)
  await resetPassword(page, 'third-pass-3')
  await see(page, 'Error while trying to reset the password')
  expect(await page.getByRole('link', { name: 'Retry' }).getAttribute('href')).toBe(addressOf('forgot'))

  await page.goto(product.url + addressOf('signIn'))
  const sentSince = new Date().toISOString()
  await givePassword(page)
  const code = await readOutbox(product.url, member.phone, 'code', sentSince)
  await enterCode(page, code === '111111' ? '222222' : '111111')
  await seeRefusedCode(page)
  expect(await page.getByRole('button', { name: /^Retry in \d+s$/ }).isDisabled()).toBe(true)
  await page.getByLabel('6-digit code').evaluate(
    (input, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    `${code.slice(0, 3)} ${code.slice(3)}`,
  )
  await see(page, 'OTP Verified')
  await page.waitForURL(at('home'))
})

it('signs in with an authenticator, ends sessions elsewhere, and signs out every tab', async () => {
  const elsewhere = await visit()
  const { page } = here
  await page.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  const secret = await page.getByRole('dialog').locator('span.num').innerText()
  await expectNoFault(page)
  await enterCode(page, '000000')
  await seeRefusedCode(page)
  // The boxes have kept the focus: the next code is typed without a click.
  await page.keyboard.type(await generate({ secret }))
  await see(page, 'Authenticator added')
  const recoveryCode = await page.getByRole('dialog').getByRole('listitem').first().innerText()
  await expectNoFault(page)
  await page.getByRole('dialog').getByRole('button').last().click()

  await elsewhere.page.goto(product.url + addressOf('settingsTab', { tab: 'credits' }))
  await elsewhere.page.waitForURL(at('home'))
  await elsewhere.page.goto(product.url + addressOf('signIn'))
  await givePassword(elsewhere.page)
  await elsewhere.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await elsewhere.page.getByLabel('Recovery code').fill(recoveryCode)
  await elsewhere.page.keyboard.press('Enter')
  await elsewhere.page.waitForURL(at('settingsTab', { tab: 'credits' }))

  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await see(page, 'Signed out everywhere else')
  await elsewhere.page.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
  await elsewhere.page.waitForURL(at('signIn'))

  const otherTab = await here.context.newPage()
  await otherTab.goto(product.url + addressOf('settingsTab', { tab: 'profile' }))
  await otherTab.getByText('Signed in on').waitFor()
  await page.goto(product.url + addressOf('signOut'))
  await otherTab.waitForURL(at('home'))
  await page.waitForURL(at('signIn'))
  // Two tabs are halfway through a sign-in: each keeps its own, and the first to end it takes the other along.
  await otherTab.goto(product.url + addressOf('signIn'))
  await givePassword(otherTab)
  await givePassword(page)
  await enterCode(page, await nextTotp(secret))
  await page.waitForURL(at('home'))
  await otherTab.waitForURL(at('settingsTab', { tab: 'profile' }))
})

async function resetPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await press(page, 'Save password')
}

async function givePassword(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await press(page, 'SIGN IN')
  await page.waitForURL(at('verifyOtp'))
}

/** The boxes are empty again, for another code. */
async function seeRefusedCode(page: Page): Promise<void> {
  await see(page, 'Invalid OTP')
  await expect.poll(() => page.getByLabel('6-digit code').inputValue()).toBe('')
}

/** A code works once, also the one that proved the authenticator; the next step's is accepted already (clocks differ). */
const nextTotp = (secret: string) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 })
