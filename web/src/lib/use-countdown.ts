import { useCallback, useEffect, useState } from 'react'

const secondsUntil = (atMs: number) => Math.max(0, Math.ceil((atMs - Date.now()) / 1000))

/** Whole seconds until a moment (ms since 1970), counting down to 0. */
export function useSecondsUntil(atMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(atMs))
  useEffect(() => {
    setSeconds(secondsUntil(atMs))
    const timer = setInterval(() => {
      const left = secondsUntil(atMs)
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [atMs])
  return seconds
}

/**
 * A countdown that can be started again: `[secondsLeft, restart]`. Starts at once; with a `storageKey` it goes on after a
 * reload where it was.
 */
export function useCountdown(durationSeconds: number, storageKey?: string): [number, (seconds?: number) => void] {
  const [endMs, setEndMs] = useState(() => {
    const storedMs = storageKey ? Number(sessionStorage.getItem(storageKey)) || 0 : 0
    return Math.max(storedMs, Date.now() + durationSeconds * 1000)
  })
  const restart = useCallback(
    (seconds = durationSeconds) => {
      const nextMs = Date.now() + seconds * 1000
      if (storageKey) sessionStorage.setItem(storageKey, String(nextMs))
      setEndMs(nextMs)
    },
    [durationSeconds, storageKey],
  )
  return [useSecondsUntil(endMs), restart]
}

/** 222 → "3:42", 24 → "24s". */
export const formatSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
