type Place = { element: HTMLElement; row: HTMLElement; list: Element; index: number; pathname: string }

const ROW = '[data-row]'
const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)]

function placeOf(element: HTMLElement): Place | undefined {
  const row = element.closest<HTMLElement>(ROW)
  const list = row?.parentElement
  return row && list ? { element, row, list, index: rowsOf(list).indexOf(row), pathname: location.pathname } : undefined
}

/** A button that was disabled is still said to have the focus until the browser looks again. */
const isFocusLost = () => document.activeElement === document.body || document.activeElement?.matches(':disabled')
/** What runs when the browser has drawn what React changed, and a closed modal has given the focus back. */
const afterDrawing = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

/**
 * A decided row leaves its list or gets other buttons, and the focus with it: whoever works by keyboard would begin at the
 * top of the page again. The row keeps the focus, or the one that took its place gets it; never a button of the next row,
 * which a second Enter would press.
 */
export function keepFocusInRows(): () => void {
  let place: Place | undefined

  const note = ({ target }: Event) => {
    // A question about the row comes back to it.
    if (!(target instanceof HTMLElement) || target.closest('[role=dialog]')) return
    place = placeOf(target)
  }
  const restore = () => {
    if (!place || !isFocusLost() || document.querySelector('[role=dialog]')) return
    if (place.pathname !== location.pathname) return
    // A button that was only disabled for a moment, or moved.
    place.element.focus({ preventScroll: true })
    if (!isFocusLost()) return
    const { list, row, index } = place
    const rows = list.isConnected ? rowsOf(list) : []
    const next = rows.find((one) => one === row) ?? rows[Math.min(index, rows.length - 1)]
    const target = next?.querySelector<HTMLElement>('[data-row-focus]') ?? next ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
    next?.scrollIntoView({ block: 'nearest' })
  }
  let isDue = false
  const observer = new MutationObserver(() => {
    if (!place || isDue) return
    isDue = true
    afterDrawing(() => {
      isDue = false
      restore()
    })
  })

  addEventListener('focusin', note)
  addEventListener('pointerdown', note)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    removeEventListener('focusin', note)
    removeEventListener('pointerdown', note)
    observer.disconnect()
  }
}
