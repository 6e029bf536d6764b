import { readFile } from 'node:fs/promises'
import type { FooterPage } from '@verso/protocol/pages/pages'

/** When the texts in `defaults` were last changed: change it with them. */
export const DEFAULTS_CHANGED_AT = '2026-11-20T00:00:00.000Z'

/** The text that a page has until the operator saves one. */
export const readDefaultPage = (page: FooterPage): Promise<string> =>
  readFile(new URL(`./defaults/${page}.md`, import.meta.url), 'utf8')
