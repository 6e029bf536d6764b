import { field, frame } from './paths.ts'
import type { Tab } from './tab.ts'

/** By card, in the provider's frame. */
export async function pay<Handle>(tab: Tab<Handle>): Promise<void> {
  await tab.inFrame(frame('ayment'), async () => {
    await tab.typeUntilTaken(field('Card number'), '4242424242424242')
    await tab.typeUntilTaken(field('Expiry date'), '1230')
    await tab.typeUntilTaken(field('Security code'), '123')
    await tab.typeUntilTaken(field('Name on card'), 'A Member')
    await tab.standStill()
    await tab.press('//button[starts-with(normalize-space(), "Pay")]')
  })
}
