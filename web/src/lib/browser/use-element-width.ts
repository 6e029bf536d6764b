import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in whole pixels, kept current, also where it comes later than what measures it: `[ref, width]`. */
export function useElementWidth(firstGuess: number): [RefCallback<HTMLDivElement>, number] {
  const [width, setWidth] = useState(firstGuess)
  const ref = useCallback(
    (element: HTMLDivElement) => {
      const observer = new ResizeObserver(([entry]) =>
        setWidth(Math.round(entry?.contentRect.width ?? 0) || firstGuess),
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [firstGuess],
  )
  return [ref, width]
}
