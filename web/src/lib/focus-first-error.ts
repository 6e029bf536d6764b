/** Scrolls to the first field with an error on the page and focuses it (spec §5), once it is drawn. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('[data-invalid] button, [aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  })
}
