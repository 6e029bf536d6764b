import { type ReactNode, useEffect, useRef } from 'react'

type TabRowProps = {
  label: string
  /** The tab that is `aria-current`: each time that it changes, it is brought into view. */
  current: string | undefined
  children: ReactNode
}

/** Links to the parts of a page, in a row that a narrow screen cuts off. Only the row moves to show the current one, never the page. */
export function TabRow({ label, current, children }: TabRowProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !link) return
    const [box, { left, width }] = [row.current.getBoundingClientRect(), link.getBoundingClientRect()]
    row.current.scrollLeft += left - box.left - (box.width - width) / 2
  }, [current])
  return (
    <nav ref={row} aria-label={label} className="-mx-(--gutter) overflow-x-auto px-(--gutter) [scrollbar-width:none]">
      {children}
    </nav>
  )
}
