import { useEffect, useRef, useState } from 'react'

/**
 * The text of a field whose value comes back later, as an address does in its low-priority render. Typed text that comes
 * back late pulls no letters back; a text that others set takes its place.
 */
export function useTyped(value: string, onChange: (next: string) => void): [string, (next: string) => void] {
  const [text, setText] = useState(value)
  /** The value that came back last, and all that were typed since. */
  const sent = useRef([value])
  useEffect(() => {
    const place = sent.current.lastIndexOf(value)
    if (place >= 0) {
      sent.current = sent.current.slice(place)
      return
    }
    sent.current = [value]
    setText(value)
  }, [value])
  const type = (next: string) => {
    setText(next)
    sent.current.push(next)
    onChange(next)
  }
  return [text, type]
}
