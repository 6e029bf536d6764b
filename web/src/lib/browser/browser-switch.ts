import { useSyncExternalStore } from 'react'

export type BrowserSwitch = { isOn: () => boolean; set: (isOn: boolean) => void; useIsOn: () => boolean }

/** A choice that this browser keeps, the same in all its tabs. */
function createBrowserSwitch(key: string, { isOnAtFirst }: { isOnAtFirst: boolean }): BrowserSwitch {
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  addEventListener('storage', (event) => event.key === key && tell())

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const isOn = () => (localStorage.getItem(key) ?? (isOnAtFirst ? 'on' : 'off')) === 'on'
  const set = (value: boolean) => {
    if (value === isOnAtFirst) localStorage.removeItem(key)
    else localStorage.setItem(key, value ? 'on' : 'off')
    tell()
  }
  return { isOn, set, useIsOn: () => useSyncExternalStore(subscribe, isOn, () => isOnAtFirst) }
}

/** Whether the words of chains and tokens are shown. */
export const technicalDetails = createBrowserSwitch('technicalDetails', { isOnAtFirst: false })

/** Whether single letters and signs are shortcuts; a person who dictates switches them off (WCAG 2.1.4). */
export const singleKeys = createBrowserSwitch('singleKeys', { isOnAtFirst: true })
