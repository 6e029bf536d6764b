import { useEffect, useReducer } from 'react'

/**
 * Gives what scrolls to the first field with an error on the page, or in the dialog over it, and focuses it (docs/rules.md R11),
 * once what was set before is drawn.
 */
export function useFocusFirstError(): () => void {
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (asked > 0) focusFirstError()
  }, [asked])
  return ask
}

function focusFirstError(): void {
  const dialog = [...document.querySelectorAll('[role=dialog]:not([data-closed])')].at(-1)
  const field = (dialog ?? document).querySelector<HTMLElement>('[data-invalid] button, [aria-invalid=true]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({
    block: 'center',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  })
}
