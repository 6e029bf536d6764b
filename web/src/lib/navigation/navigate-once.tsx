import { useEffect } from 'react'
import { createPath, useLocation } from 'react-router'

/** A link whose screen is on its way is not followed a second time: one Back leads to where one was. */
export function NavigateOnce() {
  const shown = createPath(useLocation())
  useEffect(() => {
    const ignore = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || createPath(location) === shown) return
      if (event.target instanceof Element && event.target.closest('a')?.href === location.href) event.preventDefault()
    }
    addEventListener('click', ignore, true)
    return () => removeEventListener('click', ignore, true)
  }, [shown])
  return null
}
