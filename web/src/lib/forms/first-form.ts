import { type RefObject, useLayoutEffect } from 'react'

export const isFirstFormFocused = (): boolean => document.activeElement?.closest('#first-form') != null

/** The functions that take a field's text, by the field's name; a box that is ticked has the text "on". */
type Setters = Record<string, (typed: string) => void>

/**
 * Takes over from the form of the first paint (marketplace/first-forms), which is on the page until this frame: what was typed,
 * the focus with the caret, and the wish to submit.
 */
export function useFirstForm(form: RefObject<HTMLFormElement | null>, setters: Setters): void {
  // It is there before the first frame of this one, and never again.
  useLayoutEffect(() => {
    const first = document.getElementById('first-form')
    if (first && form.current) takeOver(first, form.current, setters)
  })
}

function takeOver(first: HTMLElement, form: HTMLFormElement, setters: Setters): void {
  for (const [name, set] of Object.entries(setters)) {
    const typed = first.querySelector<HTMLInputElement>(`#first-${name}`)
    if (!typed) continue
    const text = typed.type === 'checkbox' && !typed.checked ? '' : typed.value
    if (text) set(text)
    const field = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (document.activeElement === typed) moveFocus(typed, field)
  }
  const isAsked = 'asked' in first.dataset
  first.remove()
  if (isAsked) form.requestSubmit()
}

function moveFocus(from: HTMLInputElement, to: HTMLInputElement | null): void {
  const { selectionStart, selectionEnd } = from
  to?.focus({ preventScroll: true })
  // An e-mail address and a box have no caret that one may ask for.
  if (selectionStart !== null) to?.setSelectionRange(selectionStart, selectionEnd)
}
