import type { Page } from 'playwright-core'

/** Pays in the sandbox's payment form, inside its iframe. */
export async function payByCard(page: Page, cardNumber = '4242 4242 4242 4242'): Promise<void> {
  const widget = page.frameLocator('iframe[title*="ayment"]')
  await widget.getByLabel('Card number').fill(cardNumber)
  await widget.getByLabel(/expiry/i).fill('12 / 30')
  await widget.getByLabel(/cvc|security code/i).fill('123')
  await widget.getByLabel('Name on card').fill('A Member')
  await widget.getByRole('button', { name: /^pay/i }).click()
}
