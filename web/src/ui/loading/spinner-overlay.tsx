import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../lib/i18n.ts'
import { Spinner } from './spinner.tsx'

let running = 0
const listeners = new Set<() => void>()
function change(by: number) {
  running += by
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Covers the page with the spinner until the work has ended. */
export async function withSpinner<T>(work: Promise<T>): Promise<T> {
  change(1)
  try {
    return await work
  } finally {
    change(-1)
  }
}

/** The global spinner overlay (docs/rules.md R16); one per front end. */
export function SpinnerHost() {
  const isRunning = useSyncExternalStore(subscribe, () => running > 0)
  return isRunning ? <SpinnerOverlay /> : null
}

/** The overlay for as long as it is mounted; waits a moment, so that what is quick does not flash. */
export function SpinnerOverlay() {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div role="status" className="fixed inset-0 z-50 grid place-items-center bg-scrim">
      <Spinner className="text-[32px] text-accent" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
