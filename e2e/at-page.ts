import { patternOf } from '@verso/protocol/pages/page-path'
import { PAGES, type PageName } from '@verso/protocol/pages/pages'

/** For `waitForURL`: whether the browser shows this page of the marketplace, with these parameters. */
export const at =
  (page: PageName, params: Record<string, string> = {}) =>
  (url: URL) => {
    const { groups } = patternOf(PAGES[page]).exec(url.pathname) ?? { groups: null }
    return groups !== null && Object.entries(params).every(([name, value]) => groups?.[name] === value)
  }
