import { setTimeout } from 'node:timers/promises'
import type { FrameLocator, Page } from 'playwright-core'
import { expect } from 'vitest'

const frameOf = (page: Page) => page.locator('iframe[title*="ayment"]')

/** The provider's payment form. */
export const widgetOf = (page: Page): FrameLocator => frameOf(page).contentFrame()

/** A press is taken in by the frame as it is made: what is not there by then will not come. */
const PRESS_MS = 1_000

/**
 * Presses a button or tab of the form. Its frame has a process of its own, and for a moment after it has moved the browser gives
 * a press there to the page around it: as a person does, one presses again.
 */
export async function pressInWidget(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'tab' = 'button',
): Promise<void> {
  const button = widgetOf(page).getByRole(role, { name })
  await button.waitFor()
  await expect.poll(() => missingHeightOf(page)).toBe(0)
  const pressed = button.evaluate((element) => new Promise((resolve) => element.addEventListener('click', resolve)))
  // A form that goes with the press has no answer to give.
  const isPressed = pressed.then(
    () => true,
    () => true,
  )
  await expect
    .poll(async () => {
      await button.click()
      return Promise.race([isPressed, setTimeout(PRESS_MS, false)])
    })
    .toBe(true)
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
