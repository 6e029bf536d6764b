import type { Page } from 'playwright-core'
import { enterCode } from './account-steps.ts'
import { readOutbox } from '../outbox.ts'

/** The demo admin's phone is the first of the demo's numbers. */
const ADMIN_PHONE = '+94771000000'

/** Password, then the code, at the admin area's own sign-in. */
export async function adminSignIn(
  page: Page,
  product: { url: string; adminUrl: string },
  admin: { email: string; password: string; phone?: string },
): Promise<void> {
  await page.goto(product.adminUrl)
  await page.waitForURL(/\/signin/)
  const sentSince = new Date().toISOString()
  await page.getByLabel('Username').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await enterCode(page, await readOutbox(product.url, admin.phone ?? ADMIN_PHONE, 'code', sentSince))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}
