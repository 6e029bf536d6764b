import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { nearestPoint } from './chart-geometry.ts'

/** The point of a chart that is read: the one under the pointer, or the one that the arrow keys have come to. */
export function useActivePoint(count: number) {
  const [active, setActive] = useState<number | null>(null)
  const leave = () => setActive(null)
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave()
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!direction) return
    event.preventDefault()
    setActive((index) => Math.min(count - 1, Math.max(0, (index ?? (direction > 0 ? -1 : count)) + direction)))
  }
  /** The handlers of the drawing, whose points stand at `x`. */
  const handlers = (x: (index: number) => number) => ({
    tabIndex: 0,
    onKeyDown: walk,
    onBlur: leave,
    onPointerLeave: leave,
    onPointerMove: (event: PointerEvent<SVGSVGElement>) =>
      setActive(nearestPoint(count, x, event.clientX - event.currentTarget.getBoundingClientRect().left)),
  })
  return { active, handlers }
}
