import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../lib/cx.ts'

const CLOSED = 'closed'

/** A section that folds in 500 ms (spec §2); open at first, and for as long as the tab lives as it was left on this page. */
export function Fold({
  title,
  name,
  icon,
  children,
}: {
  title: string
  /** Under which the page remembers it. */
  name: string
  icon?: ReactNode
  children: ReactNode
}) {
  const key = `fold:${location.pathname}:${name}`
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(key) !== CLOSED)
  const id = useId()
  const toggle = () => {
    if (isOpen) sessionStorage.setItem(key, CLOSED)
    else sessionStorage.removeItem(key)
    setIsOpen(!isOpen)
  }
  return (
    <section className="rounded-xl bg-s1 hairline">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className="flex w-full items-center gap-3 rounded-xl px-5 py-4 text-lg font-semibold"
        >
          {icon && (
            <span className="text-fg3" aria-hidden>
              {icon}
            </span>
          )}
          {title}
          <ChevronDown
            size={18}
            aria-hidden
            className={cx('ml-auto text-fg3 transition duration-200', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={id} className="fold" data-open={isOpen || undefined} inert={!isOpen}>
        <div>
          <div className="px-5 pb-5">{children}</div>
        </div>
      </div>
    </section>
  )
}
