import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'

const frameOf = (page: Page) => page.locator('iframe[title*="ayment"]')

/** The provider's payment form. */
export const widgetOf = (page: Page): FrameLocator => frameOf(page).contentFrame()

/** Presses a button of the form once its frame has the height of its content: a press would miss what still moves. */
export async function pressInWidget(page: Page, name: string | RegExp): Promise<void> {
  const button = widgetOf(page).getByRole('button', { name })
  await button.waitFor()
  await expect.poll(() => missingHeightOf(page)).toBe(0)
  await button.click()
}

async function missingHeightOf(page: Page): Promise<number> {
  const framePx = await frameOf(page).evaluate(({ clientHeight }) => clientHeight)
  const card = widgetOf(page).locator('.card')
  return (await card.evaluate((element) => Math.ceil(element.getBoundingClientRect().height))) - framePx
}

/** Pays in the sandbox's payment form, inside its iframe. */
export async function payByCard(page: Page, cardNumber = '4242 4242 4242 4242'): Promise<void> {
  const widget = widgetOf(page)
  await widget.getByLabel('Card number').fill(cardNumber)
  await widget.getByLabel(/expiry/i).fill('12 / 30')
  await widget.getByLabel(/cvc|security code/i).fill('123')
  await widget.getByLabel('Name on card').fill('A Member')
  await pressInWidget(page, /^pay/i)
}
