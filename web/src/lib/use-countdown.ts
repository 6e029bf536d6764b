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

const endOf = (storageKey: string | undefined) => (storageKey && Number(sessionStorage.getItem(storageKey))) || 0

/** Starts the countdown of a `storageKey` that may be on no screen yet; `isKept` leaves one alone that is running. */
export function startCountdown(storageKey: string, seconds: number, { isKept = false } = {}): void {
  if (isKept && endOf(storageKey) > Date.now()) return
  sessionStorage.setItem(storageKey, String(Date.now() + seconds * 1000))
}

/**
 * A countdown that can be started again: `[secondsLeft, restart]`. Starts at once; with a `storageKey` it goes on after a
 * reload where it was, also when it had come to its end.
 */
export function useCountdown(durationSeconds: number, storageKey?: string): [number, (seconds?: number) => void] {
  const [endMs, setEndMs] = useState(() => endOf(storageKey) || Date.now() + durationSeconds * 1000)
  useEffect(() => {
    if (storageKey && !endOf(storageKey) && durationSeconds > 0) sessionStorage.setItem(storageKey, String(endMs))
  }, [storageKey, durationSeconds, endMs])
  const restart = useCallback(
    (seconds = durationSeconds) => {
      if (storageKey) startCountdown(storageKey, seconds)
      setEndMs(Date.now() + seconds * 1000)
    },
    [durationSeconds, storageKey],
  )
  return [useSecondsUntil(endMs), restart]
}

/** 222 → "3:42", 24 → "24s". */
export const formatSeconds = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
