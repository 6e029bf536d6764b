import { type AddressArguments, fillPath, type PageParams } from './page-path.ts'
import type { FooterPage } from './pages.ts'

/** Every page of the admin area with its path (docs/rules.md R61); `:name` is a parameter. */
export const ADMIN_PAGES = {
  dashboard: '/',
  users: '/users',
  addUser: '/users/addUser',
  editUser: '/users/editUser/:userId',
  moderation: '/moderation',
  payments: '/payments',
  payouts: '/payouts',
  jobs: '/jobs',
  audit: '/audit',
  notifications: '/notifications',
  settings: '/settings',
  webhooks: '/settings/webhooks',
  webhook: '/settings/webhooks/:webhookId',
  editPage: '/settings/pages/:page',
  signIn: '/signin',
  signOut: '/signout',
} as const
export type AdminPageName = keyof typeof ADMIN_PAGES

type Takes = {
  users: { search?: string }
  payments: { search?: string }
  audit: { search?: string }
  editPage: { page: FooterPage }
}
type Params<Page extends AdminPageName> = PageParams<
  (typeof ADMIN_PAGES)[Page],
  Page extends keyof Takes ? Takes[Page] : unknown
>

/** The path and query of a page of the admin area: `adminAddressOf('editUser', { userId })`. */
export const adminAddressOf = <Page extends AdminPageName>(
  page: Page,
  ...[params]: AddressArguments<Params<Page>>
): string => fillPath(ADMIN_PAGES[page], params)
