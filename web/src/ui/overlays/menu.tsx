import { type ReactNode, useId, useRef } from 'react'
import { cx } from '../../lib/cx.ts'

type MenuProps = {
  label: string
  trigger: ReactNode
  children: ReactNode
  className?: string
  triggerClassName?: string
  widthPx?: number
  /** It is opened, or may be in a moment: the time to fetch what it shows. */
  onApproach?: () => void
}

/**
 * A button that opens a list of links and buttons. A native popover: Escape, a click outside and focus are the browser's;
 * choosing something closes it.
 */
export function Menu({ label, trigger, children, className, triggerClassName, widthPx = 224, onApproach }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const place = () => {
    // A screen reader's press comes without a pointer, and in Safari a button has no focus by it.
    onApproach?.()
    if (!button.current || !list.current) return
    const { bottom, right } = button.current.getBoundingClientRect()
    list.current.style.top = `${bottom + 6}px`
    // Under the button's right edge, but never out of the page.
    const { width } = document.documentElement.getBoundingClientRect()
    const listWidth = Math.min(widthPx, width - 16)
    list.current.style.width = `${listWidth}px`
    list.current.style.right = `${Math.max(8, Math.min(width - right, width - listWidth - 8))}px`
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        popoverTarget={id}
        onPointerEnter={onApproach}
        className={cx('grid size-11 shrink-0 place-items-center rounded-full', triggerClassName)}
      >
        {trigger}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- a choice inside closes it, also by keyboard */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={cx('menu pop', className)}
        onBeforeToggle={place}
        onClickCapture={closeAfterChoice}
        onBlur={closeWhenLeft}
      >
        {children}
      </div>
    </>
  )
}

/** Tab past the last choice: the list would cover what has the focus now. (A click leaves the focus nowhere: the browser closes.) */
function closeWhenLeft({ currentTarget, relatedTarget }: React.FocusEvent<HTMLDivElement>) {
  const goesTo = relatedTarget as HTMLElement | null
  const isTrigger = goesTo?.getAttribute('popovertarget') === currentTarget.id
  if (goesTo && !isTrigger && !currentTarget.contains(goesTo)) currentTarget.hidePopover()
}

/** Before the choice acts: a dialog it opens then gives the focus back to the trigger, not to an item no longer seen. */
function closeAfterChoice(event: React.MouseEvent<HTMLDivElement>) {
  if ((event.target as HTMLElement).closest('a, button')) event.currentTarget.hidePopover()
}
