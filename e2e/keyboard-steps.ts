import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { NewMember } from './account-steps.ts'
import { readOutbox } from './outbox.ts'

/** More than any account screen has to stop at. */
const MOST_TABS = 80

/** register → resend the mail → verify → sign in → add the phone → SMS code → sign in with the code, and never a mouse. */
export async function joinByKeys(page: Page, productUrl: string, member: NewMember): Promise<void> {
  await page.goto(`${productUrl}/app/home`)
  await pressOn(page, 'JOIN')
  await page.waitForURL(/app\/register$/)
  await typeInto(page, 'E-mail', member.email)
  await typeInto(page, 'Password', member.password)
  await typeInto(page, 'Confirm password', member.password)
  await pressOn(page, 'JOIN')
  await page.waitForURL(/register\/success/)
  await readOutbox(productUrl, member.email, 'link')
  const resentSince = now()
  await pressOn(page, 'Resend')
  await page.getByText('Confirmation email sent').waitFor()
  const link = await readOutbox(productUrl, member.email, 'link', resentSince)
  await page.goto(link)
  await page.getByText('You Have Successfuly Verified Your Email').waitFor()
  await pressOn(page, 'SIGN IN')
  await givePasswordByKeys(page, member)
  await page.waitForURL(/app\/add\/mobile/)
  await typeInto(page, 'Mobile number', member.phone)
  const smsSince = now()
  await pressOn(page, 'SEND THE CODE')
  await typeCode(page, await readOutbox(productUrl, member.phone, 'code', smsSince))
  await page.waitForURL(/app\/signin/)
  const signInSince = now()
  await givePasswordByKeys(page, member)
  await typeCode(page, await readOutbox(productUrl, member.phone, 'code', signInSince))
  await page.waitForURL(/app\/home/)
}

const now = () => new Date().toISOString()

async function givePasswordByKeys(page: Page, member: NewMember): Promise<void> {
  await typeInto(page, 'Username', member.email)
  await typeInto(page, 'Password', member.password)
  await page.keyboard.press('Enter')
}

/** The boxes have the focus already, and submit by themselves. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('6-digit code').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(code)
}

/** What is in the field is selected when one comes by Tab, so that typing replaces it. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Tab by Tab, as long as it takes; what has the focus then shows it. */
async function tabTo(page: Page, name: string): Promise<void> {
  const [field, button, link] = [
    page.getByLabel(name, { exact: true }),
    page.getByRole('button', { name, exact: true }),
    page.getByRole('link', { name, exact: true }),
  ]
  await field.or(button).or(link).first().waitFor()
  const passed: string[] = []
  while (passed.length < MOST_TABS) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(describeFocused)
    if (focused.name === name) {
      expect(focused.isMarked, `${name} shows that it has the focus`).toBe(true)
      return
    }
    passed.push(focused.name)
  }
  throw new Error(`Tab does not lead to "${name}", but to: ${passed.join(' | ')}`)
}

function describeFocused(): { name: string; isMarked: boolean } {
  const focused = document.activeElement as HTMLInputElement | null
  const text = focused?.labels?.[0]?.innerText ?? focused?.ariaLabel ?? focused?.innerText ?? ''
  return { name: text.trim(), isMarked: getComputedStyle(focused ?? document.body).outlineStyle !== 'none' }
}
