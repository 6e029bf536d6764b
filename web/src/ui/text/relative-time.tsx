import { formatDateTime, formatRelativeTime } from '@verso/protocol/dates'
import { useEffect, useState } from 'react'

/** "3 minutes ago", kept current; the exact time as a tooltip. */
export function RelativeTime({ at }: { at: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const text = formatRelativeTime(at, nowMs)
  if (Number.isNaN(Date.parse(at))) return <span>{text}</span>
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {text}
    </time>
  )
}
