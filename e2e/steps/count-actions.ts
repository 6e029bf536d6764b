import type { Page } from 'playwright-core'

export type Counted = { clicks: number; fields: number }

/**
 * Counts what a person does from here on in every tab of this browser: presses, and fields that are filled in. The six boxes of a
 * code are one field. Frames count too: the card form is one.
 */
export async function countActions(page: Page): Promise<() => Counted> {
  const counted: Counted = { clicks: 0, fields: 0 }
  await page.context().exposeFunction('countAction', (kind: keyof Counted) => {
    counted[kind] += 1
  })
  const watch = () => {
    const count = (kind: string) => (window as unknown as { countAction(kind: string): void }).countAction(kind)
    const filled = new WeakSet()
    addEventListener('pointerdown', () => count('clicks'), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (!target || filled.has(target)) return
        filled.add(target)
        count('fields')
      },
      true,
    )
  }
  await page.context().addInitScript(watch)
  for (const open of page.context().pages()) await open.evaluate(watch)
  return () => ({ ...counted })
}
