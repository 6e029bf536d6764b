import { onTestFinished } from 'vitest'

/** Something in the document, which all test files of a worker share: it is taken out after the test, and nothing else with it. */
export function showHtml(html: string): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  host.innerHTML = html
  onTestFinished(() => host.remove())
  return host
}
