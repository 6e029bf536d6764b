/** For links of the navigation: pressed on the page that they lead to. Another page starts at its top by itself. */
export function scrollToTop({ currentTarget }: { currentTarget: HTMLAnchorElement }): void {
  if (currentTarget.pathname === location.pathname) scrollTo({ top: 0 })
}
