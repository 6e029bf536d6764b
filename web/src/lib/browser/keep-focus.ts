import { isModalOpen } from '../../ui/overlays/modal.ts'
import { afterDrawing } from './after-drawing.ts'

type Place = { element: HTMLElement; around: HTMLElement[]; pathname: string } & Partial<RowPlace>
type RowPlace = { row: HTMLElement; list: Element; index: number }

const ROW = '[data-row]'
const AROUND = '[role=group], form, fieldset, nav, section, article, main'
const CONTROL = 'a, button, input, select, textarea, [tabindex]:not(main)'
const FIELD_IN_USE = 'input:enabled, textarea:enabled, select:enabled'
const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)]

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = []
  let one: HTMLElement | null | undefined = element.closest<HTMLElement>(AROUND)
  while (one) {
    around.push(one)
    one = one.parentElement?.closest<HTMLElement>(AROUND)
  }
  const row = element.closest<HTMLElement>(ROW)
  const list = row?.parentElement
  const rowPlace = row && list ? { row, list, index: rowsOf(list).indexOf(row) } : {}
  return { element, around, pathname: location.pathname, ...rowPlace }
}

/** A button that was disabled is still said to have the focus until the browser looks again. */
const isFocusLost = () => document.activeElement === document.body || document.activeElement?.matches(':disabled')

/**
 * A control that goes when it is used (Remove, List, the last Next) takes the focus with it, and a keyboard user would
 * start at the top of the page again. The part of the page that held it gets the focus instead. A decided row keeps it, or the one that
 * took its place gets it; never a button of the next row, which a second Enter would press.
 */
export function keepFocus(): () => void {
  let place: Place | undefined

  const note = (target: EventTarget | null) => {
    // A question comes back to where it was asked.
    if (!(target instanceof Element) || target.closest('[role=dialog]')) return
    const control = target.closest<HTMLElement>(CONTROL)
    place = control ? placeOf(control) : undefined
  }
  const restore = () => {
    // Also not when one comes back to the page.
    if (place?.pathname !== location.pathname) place = undefined
    if (!place || !isFocusLost() || isModalOpen()) return
    // A field that is still there was left on purpose, as by closing a phone's keyboard: it does not get the focus back.
    if (place.element.isConnected && place.element.matches(FIELD_IN_USE)) return
    // A button that was only disabled for a moment, or moved.
    place.element.focus({ preventScroll: true })
    if (!isFocusLost()) return
    const next = rowAfter(place)
    const target =
      next?.querySelector<HTMLElement>('[data-row-focus]') ?? next ?? place.around.find((one) => one.isConnected)
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
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
  const onUse = ({ target }: Event) => note(target)

  note(document.activeElement)
  addEventListener('focusin', onUse)
  addEventListener('pointerdown', onUse)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    removeEventListener('focusin', onUse)
    removeEventListener('pointerdown', onUse)
    observer.disconnect()
  }
}

function rowAfter({ row, list, index }: Place): HTMLElement | undefined {
  if (!row || !list?.isConnected || index === undefined) return undefined
  const rows = rowsOf(list)
  return rows.find((one) => one === row) ?? rows[Math.min(index, rows.length - 1)]
}
