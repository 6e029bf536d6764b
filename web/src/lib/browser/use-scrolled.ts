import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void) {
  addEventListener('scroll', onChange, { passive: true })
  return () => removeEventListener('scroll', onChange)
}

/** True once the window has scrolled past `px`; renders only when it flips. */
export const useScrolled = (px: number): boolean => useSyncExternalStore(subscribe, () => scrollY > px)
