import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { t } from '../i18n.ts'

/**
 * The router's own BrowserRouter, made of its public `Router`: the module that has BrowserRouter, Link and useSearchParams
 * cannot be loaded without its forms and fetchers, which are 4 kB (docs/decisions/0200).
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location })
  // A transition keeps the old screen until the code of the new one is there; a line at the top says at once that it is on its way.
  const [isOnTheWay, startTransition] = useTransition()
  useLayoutEffect(() => history.listen((place) => startTransition(() => setPlace(place))), [history, startTransition])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
      {isOnTheWay && <div role="progressbar" aria-label={t('loading')} className="on-the-way" />}
    </Router>
  )
}
