import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const KEY = 'scroll:'
const RESTORE_FOR_MS = 1_500

/**
 * A new screen starts at its top, with the keyboard in it; Back and Forward return to where one was. The content may still
 * be loading then, so it tries until the page is tall enough.
 */
export function useScrollRestoration(): void {
  const { key: entry, pathname } = useLocation()
  // Every entry that a fresh load of the page made has the same name ("default"): the address tells them apart.
  const key = entry + pathname
  const isBackOrForward = useNavigationType() === 'POP'

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  // Changes with the page itself: the jump that a shorter new page makes is not a place on the old one.
  const shown = useRef({ key, pathname: '' })
  useEffect(() => {
    const remember = () => rememberPlace(shown.current.key)
    // Not `scrollend`, which Safari does not have before 26.2.
    addEventListener('scroll', remember)
    return () => removeEventListener('scroll', remember)
  }, [])

  useLayoutEffect(() => {
    const isSameScreen = shown.current.pathname === pathname
    const isFresh = shown.current.pathname === ''
    shown.current = { key, pathname }
    const place = Number(sessionStorage.getItem(KEY + key) ?? 0)
    // A page that has just been loaded is at its top: to scroll there would only make the browser lay it out before its time.
    if (isFresh && place === 0) return
    if (isBackOrForward) return scrollWhenPossible(place)
    // A change of the query alone (a filter, a tab) keeps the place, which is its own from then on.
    if (isSameScreen) return rememberPlace(key)
    focusMain()
    return scrollWhenPossible(0)
  }, [key, pathname, isBackOrForward])
}

const rememberPlace = (key: string): void => sessionStorage.setItem(KEY + key, String(Math.round(scrollY)))

/** Unless the new screen has taken the focus itself. */
function focusMain(): void {
  const main = document.getElementById('main')
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
}

function scrollWhenPossible(top: number): () => void {
  const start = performance.now()
  let frame = 0
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' })
    if (Math.abs(scrollY - top) > 2 && performance.now() - start < RESTORE_FOR_MS)
      frame = requestAnimationFrame(attempt)
  }
  attempt()
  return () => cancelAnimationFrame(frame)
}
