/** Does what the first picture does not need, 2.5 s after the page has loaded. */
export function whenQuiet(work: () => void): void {
  // A page that draws all the time, as a slow machine does with a large glow, is never idle.
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2_000 }) : work())
  const later = () => setTimeout(whenIdle, 2_500)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}
