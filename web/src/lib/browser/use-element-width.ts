import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of an element in whole pixels, kept current: `[ref, width]`. */
export function useElementWidth(firstGuess: number): [RefObject<HTMLDivElement | null>, number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(firstGuess)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0) || firstGuess))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [firstGuess])
  return [ref, width]
}
