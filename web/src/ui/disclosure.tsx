import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterDrawing } from '../lib/browser/after-drawing.ts'
import { cx } from '../lib/cx.ts'
import { type Slide, slideDisclosure } from './slide-disclosure.ts'

const CLOSED = 'closed'

/** A section that opens and closes in 500 ms (docs/rules.md R19); open at first, and for as long as the tab lives as it was left on this page. */
export function Disclosure({
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
  const key = `disclosure:${location.pathname}:${name}`
  const [isOpen, setIsOpen] = useState(() => sessionStorage.getItem(key) !== CLOSED)
  const [isLaidOutOpen, setIsLaidOutOpen] = useState(isOpen)
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const slide = useRef<Slide>(undefined)

  const layOut = () => flushSync(() => setIsLaidOutOpen((was) => !was))
  const slideTo = () => {
    if (!section.current || !sheet.current || !content.current) return
    if (slide.current?.isRunning()) {
      slide.current.reverse()
      layOut()
    } else {
      slide.current = slideDisclosure(
        { section: section.current, sheet: sheet.current, content: content.current },
        layOut,
      )
    }
  }
  const toggle = () => {
    if (isOpen) sessionStorage.setItem(key, CLOSED)
    else sessionStorage.removeItem(key)
    setIsOpen(!isOpen)
    // The arrow answers at once; the page is laid out after it.
    afterDrawing(slideTo)
  }

  return (
    <section ref={section} className="disclosure overflow-clip rounded-xl" data-open={isLaidOutOpen || undefined}>
      <div ref={sheet} className="overflow-clip rounded-xl bg-s1 hairline">
        <div ref={content} className="rounded-xl hairline">
          <h2>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={toggle}
              className="flex w-full items-center gap-3 rounded-xl px-5 py-4 text-lg font-semibold -outline-offset-2"
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
                className={cx(
                  'ml-auto text-fg3 transition-transform duration-(--t-slow)',
                  isOpen && '[transform:rotate(180deg)]',
                )}
              />
            </button>
          </h2>
          <div id={id} className="disclosure-content px-5 pb-5" inert={!isOpen}>
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}
