import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { createPath, type To, useHref, useLocation, useMatch, useNavigate, useResolvedPath } from 'react-router'

type LinkProps = ComponentProps<'a'> & { to: To; replace?: boolean; state?: unknown }

/** A way to another screen. The router's own link brings along its forms and fetchers (docs/decisions/0200). */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const there = createPath(useResolvedPath(to))
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || (rest.target && rest.target !== '_self')) return
    event.preventDefault()
    void navigate(to, { replace: replace ?? here === there, state })
  }
  return (
    <a {...rest} href={useHref(to)} onClick={click}>
      {children}
    </a>
  )
}

/** Any other opens a tab, a window or a download: the browser's own. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey

type Look<T> = T | ((state: { isActive: boolean }) => T)
type NavLinkProps = Omit<LinkProps, 'className' | 'children'> & {
  className?: Look<string>
  children?: Look<ReactNode>
  /** Only the very address counts, not those below it. */
  end?: boolean
}

/** A link that shows, and says, when it leads to where one is. */
export function NavLink({ to, end = false, className, children, ...rest }: NavLinkProps) {
  const isActive = useMatch({ path: useResolvedPath(to).pathname, end }) !== null
  const look = <T,>(value: Look<T>) => (value instanceof Function ? value({ isActive }) : value)
  return (
    <Link {...rest} to={to} className={look(className)} aria-current={isActive ? 'page' : undefined}>
      {look(children)}
    </Link>
  )
}
