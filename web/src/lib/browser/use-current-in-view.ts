import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a row of links that a narrow screen cuts off: shows the one that leads to where one is (`aria-current`), each time that `current`
 * changes. Only the row moves, never the page.
 */
export function useCurrentInView(current: string | undefined): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !link) return
    const [box, { left, width }] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()]
    row.current.scrollLeft += left - box.left - (box.width - width) / 2
  }, [current])
  return row
}
