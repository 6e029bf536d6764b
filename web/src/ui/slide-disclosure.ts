/** Disclosures open and close in 0.5 s (docs/rules.md R19). */
const DURATION_MS = 500

export type DisclosureParts = {
  section: HTMLElement
  /** In the section: it has the lower edge that moves, and cuts off there what is in it. */
  sheet: HTMLElement
  /** In the sheet: it stands still while the sheet moves. */
  content: HTMLElement
}

export type Slide = {
  isRunning(): boolean
  /** Turns round where it is. */
  reverse(): void
}

/**
 * Has the section laid out as `change` leaves it, and leads the eye there: its lower edge and all that stands below slide to
 * their new places. Only layers move, so that no frame waits for the page nor the page for a frame; a height in transition
 * lays out and paints everything below each time, and on a slow phone nothing else is answered for as long.
 * Undefined when there is nothing to see.
 */
export function slideDisclosure({ section, sheet, content }: DisclosureParts, change: () => void): Slide | undefined {
  const below = [...elementsBelow(section)]
  const measure = () => ({ heightPx: section.offsetHeight, topsPx: below.map(({ offsetTop }) => offsetTop) })
  const scrolledPx = scrollY
  const before = measure()
  change()
  const after = measure()
  const grownPx = after.heightPx - before.heightPx
  if (grownPx === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined

  const easing = getComputedStyle(section).getPropertyValue('--ease')
  const slide = (element: HTMLElement, byPx: number) => {
    const translate = grownPx < 0 ? ['0 0', `0 ${byPx}px`] : [`0 ${-byPx}px`, '0 0']
    return element.animate({ translate }, { duration: DURATION_MS, easing, fill: 'both' })
  }
  const first = slide(sheet, grownPx)
  const slides = [first, slide(content, -grownPx)]
  below.forEach((element, index) => {
    const movedPx = (after.topsPx[index] ?? 0) - (before.topsPx[index] ?? 0)
    if (movedPx !== 0) slides.push(slide(element, movedPx))
  })
  const endPx = scrollY
  section.dataset.sliding = ''
  scrollAlong(scrolledPx, endPx)
  first.onfinish = () => {
    delete section.dataset.sliding
    for (const running of slides) running.cancel()
  }
  return {
    isRunning: () => first.playState === 'running',
    reverse: () => slides.forEach((running) => running.reverse()),
  }
}

/** The elements after the section and after each of its ancestors. */
function* elementsBelow(section: HTMLElement): Generator<HTMLElement> {
  for (let element: Element | null = section; element && element !== document.body; element = element.parentElement) {
    for (let next = element.nextElementSibling; next; next = next.nextElementSibling) {
      if (next instanceof HTMLElement) yield next
    }
  }
}

/** A page that gets too short to stay scrolled as far as it is scrolls along rather than to jump at the end. */
function scrollAlong(fromPx: number, toPx: number): void {
  if (fromPx === toPx) return
  scrollTo({ top: fromPx, behavior: 'instant' })
  scrollTo({ top: toPx, behavior: 'smooth' })
}
