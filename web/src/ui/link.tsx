import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type To, useHref, useLinkClickHandler, useMatch, useResolvedPath } from 'react-router'

type LinkProps = ComponentProps<'a'> & { to: To; replace?: boolean; state?: unknown }

/** A way to another screen. The router's own link brings along what servers of its own need (docs/decisions/0010). */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target: rest.target })
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) follow(event)
  }
  return (
    <a {...rest} href={useHref(to)} onClick={click}>
      {children}
    </a>
  )
}

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
