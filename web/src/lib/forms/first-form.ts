const NAMES = ['username', 'password'] as const

type Form = {
  setValue(name: (typeof NAMES)[number], value: string): void
  /** The field of the form that takes over. */
  find(name: (typeof NAMES)[number]): HTMLInputElement | null
  submit(): void
}

export const isFirstFormFocused = (): boolean => document.activeElement?.closest('#first-form') != null

/**
 * Takes over from the form of the first paint (marketplace/first-form.html), which is on the page until this frame: what was typed,
 * the focus with the caret, and the wish to sign in.
 */
export function takeOverFirstForm({ setValue, find, submit }: Form): void {
  const first = document.getElementById('first-form')
  if (!first) return
  for (const name of NAMES) {
    const typed = first.querySelector<HTMLInputElement>(`#first-${name}`)
    if (typed?.value) setValue(name, typed.value)
    if (!typed || document.activeElement !== typed) continue
    const { selectionStart, selectionEnd } = typed
    find(name)?.focus({ preventScroll: true })
    find(name)?.setSelectionRange(selectionStart, selectionEnd)
  }
  const isAsked = 'asked' in first.dataset
  first.remove()
  if (isAsked) submit()
}
