import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'

/**
 * The router's own BrowserRouter, made of its public `Router`: the module that has BrowserRouter, Link and useSearchParams
 * cannot be loaded without its forms and fetchers, which are 4 kB (docs/decisions/0200).
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location })
  // A transition keeps the old screen until the code of the new one is there.
  useLayoutEffect(() => history.listen((place) => startTransition(() => setPlace(place))), [history])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
