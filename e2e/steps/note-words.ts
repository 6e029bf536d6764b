import type { Page } from 'playwright-core'

/** Words of chains and tokens, which a newcomer needs none of. */
const TECHNICAL = /\b(ipfs|mint(s|ed|ing)?|otp|(block)?chains?)\b/i
/** The texts of these toasts are fixed. */
const FIXED = ['OTP sent', 'Verifying OTP...', 'OTP Verified', 'Invalid OTP', 'Error sending OTP']

/**
 * Notes every text with a technical word that comes onto a page of this browser from here on, also for a moment only, in frames too.
 * The fixed texts do not count.
 */
export async function noteTechnicalWords(page: Page): Promise<() => string[]> {
  const noted = new Set<string>()
  await page.context().exposeFunction('noteText', (text: string) => {
    if (!FIXED.includes(text.trim())) noted.add(`${text.trim()}`)
  })
  const watch = (pattern: string) => {
    const technical = new RegExp(pattern, 'i')
    const note = (text: string | null | undefined) => {
      if (text && technical.test(text)) (window as unknown as { noteText(text: string): void }).noteText(text)
    }
    const look = (node: Node) => {
      if (node instanceof Text && !node.parentElement?.closest('script, style')) note(node.data)
      if (!(node instanceof Element)) return
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) note(node.getAttribute(name))
      for (const child of node.childNodes) look(child)
    }
    const start = () => {
      look(document.documentElement)
      const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'childList') for (const node of addedNodes) look(node)
          else look(target)
        }
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    }
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
    else start()
  }
  await page.context().addInitScript(watch, TECHNICAL.source)
  for (const open of page.context().pages()) await open.evaluate(watch, TECHNICAL.source)
  return () => [...noted]
}
