import { useSyncExternalStore } from 'react'

const KEY = 'technicalDetails'
const listeners = new Set<() => void>()

const tell = () => listeners.forEach((listener) => listener())
addEventListener('storage', ({ key }) => key === KEY && tell())

const isOn = () => localStorage.getItem(KEY) === 'on'
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this browser shows the words of chains and tokens; off until it is asked for. */
export const useTechnicalDetails = (): boolean => useSyncExternalStore(subscribe, isOn, () => false)

export function showTechnicalDetails(isShown: boolean): void {
  if (isShown) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  tell()
}
