import { adminAddressOf } from '@verso/protocol/pages/admin-pages'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterCode } from './sign-in-steps.ts'
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
  await page.waitForURL(product.adminUrl + adminAddressOf('signIn'))
  const sentSince = new Date().toISOString()
  await page.getByLabel('Username').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await enterCode(page, await readOutbox(product.url, admin.phone ?? ADMIN_PHONE, 'code', sentSince))
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

/** The admin's own session, as the page has it. */
export const callAsAdmin = (admin: Page, method: string, path: string, body?: object) =>
  admin.evaluate(
    async ({ method, path, body }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('adminToken')}`,
        'content-type': 'application/json',
      }
      const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
      return answer.json()
    },
    { method, path, body },
  )

/** The dashboard's test: a dialog over a dialog, and Escape closes the upper one alone. */
export async function openAndCloseTwoDialogs(admin: Page): Promise<void> {
  await admin.getByRole('button', { name: 'Test modal' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Open another' }).press('Enter')
  await admin.getByText('Oh snap! This functionality is not available yet.').waitFor()
  expect(await admin.getByRole('dialog', { includeHidden: true }).count()).toBe(2)
  for (const left of [1, 0]) {
    await admin.keyboard.press('Escape')
    await expect.poll(() => admin.getByRole('dialog', { includeHidden: true }).count()).toBe(left)
  }
}
