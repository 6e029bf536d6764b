import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { visit } from '../browser.ts'
import { readOutbox } from '../outbox.ts'
import { at } from '../at-page.ts'

export const expectBreadcrumb = (admin: Page, title: string) =>
  admin
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByText(title, { exact: true })
    .and(admin.locator('[aria-current=page]'))
    .waitFor()

/** The fields that creating and updating share (docs/rules.md R61). */
export async function expectUserForm(admin: Page, title: string): Promise<void> {
  await admin.getByRole('heading', { name: title, level: 1 }).waitFor()
  await admin.getByRole('button', { name: title }).waitFor()
  await admin.getByRole('textbox', { name: 'Display Name', exact: true }).waitFor()
  await admin.getByRole('textbox', { name: 'Occupation', exact: true }).waitFor()
  const tiers = admin.getByRole('combobox', { name: 'Subscription', exact: true }).locator('option:not([value=""])')
  expect(
    await tiers.evaluateAll((all) => all.map((one) => [(one as HTMLOptionElement).value, one.textContent])),
  ).toEqual([
    ['1', 'Free'],
    ['2', 'Basic'],
    ['3', 'Premium'],
  ])
  await admin.getByRole('switch', { name: 'Is Admin', exact: true }).waitFor()
}

export async function fillUserForm(
  admin: Page,
  user: { email: string; name: string; tier: 'Basic' | 'Premium' },
): Promise<void> {
  await admin.getByLabel('E-mail').fill(user.email)
  await admin.getByLabel('Display Name').fill(user.name)
  await admin.getByLabel('Occupation').fill('Painter')
  await admin.getByLabel('Subscription').selectOption({ label: user.tier })
}

export const statusOfSignIn = async (
  product: { url: string },
  credentials: { username: string; password: string },
): Promise<number> =>
  (
    await fetch(`${product.url}/api/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
  ).status

/** Sets the password that an invited user's mail asks for. */
export async function acceptInvitation(product: { url: string }, email: string): Promise<void> {
  const { page } = await visit()
  await page.goto(await readOutbox(product.url, email, 'link'))
  await page.getByLabel('Password', { exact: true }).fill('right-horse-9')
  await page.getByLabel('Confirm password').fill('right-horse-9')
  await page.getByLabel('Confirm password').press('Enter')
  await page.waitForURL(at('signIn'))
}
