import { type AddressArguments, fillPath, type PageParams } from './page-path.ts'

/** Every page of the marketplace with its path (docs/rules.md R2): `:name` is a parameter, `/*` is the rest. */
export const PAGES = {
  home: '/app/home',
  createNft: '/app/nft/create',
  nft: '/app/nft/view/:nftId',
  sell: '/app/nft/sell/:nftId',
  user: '/app/user/:userId',
  collection: '/app/collection',
  dashboard: '/app/dashboard',
  orders: '/app/orders',
  order: '/app/orders/:paymentId',
  wishlist: '/app/wishlist',
  notifications: '/app/notifications',
  settings: '/app/settings/*',
  settingsTab: '/app/settings/:tab',
  signIn: '/app/signin',
  signOut: '/app/signout',
  register: '/app/register',
  registerSuccess: '/app/register/success',
  verifyEmail: '/app/verify/email',
  verifyMobile: '/app/verify/mobile',
  verifyOtp: '/app/verify/otp',
  addMobile: '/app/add/mobile',
  forgot: '/app/forgot',
  resetPassword: '/app/reset-password',
  unsubscribe: '/app/unsubscribe/:token',
  about: '/about',
  blog: '/blog',
  terms: '/terms',
  privacy: '/privacy',
  faq: '/faq',
} as const
export type PageName = keyof typeof PAGES

const REDIRECTED_TO: Record<string, 'home' | 'signOut'> = { '/': 'home', '/app': 'home', '/signout': 'signOut' }
/** Paths that lead to a page with another one. */
export const REDIRECTS = Object.keys(REDIRECTED_TO)

/** The pages of the footer, whose text the operator can replace. */
export const FOOTER_PAGES = ['about', 'blog', 'terms', 'privacy', 'faq'] as const satisfies PageName[]
export type FooterPage = (typeof FOOTER_PAGES)[number]

export const SETTINGS_TABS = ['profile', 'earnings', 'credits', 'crypto-wallets', 'notifications'] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

export const PROFILE_TABS = ['created', 'owned', 'sold', 'withdrawn'] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]

type Takes = {
  home: { search?: string; creator?: string; category?: string }
  user: { tab?: ProfileTab }
  collection: { created?: '1'; listed?: '1' }
  settingsTab: { tab: SettingsTab }
  registerSuccess: { email: string }
  verifyEmail: { token: string }
  forgot: { from?: 'admin' }
  resetPassword: { token: string; email: string }
}
type Params<Page extends PageName> = PageParams<(typeof PAGES)[Page], Page extends keyof Takes ? Takes[Page] : unknown>

/** The path and query of a page: `addressOf('nft', { nftId })`. */
export const addressOf = <Page extends PageName>(page: Page, ...[params]: AddressArguments<Params<Page>>): string =>
  fillPath(PAGES[page], params)

/** The pathname that another leads to: itself, but for those of `REDIRECTS`. */
export function afterRedirect(pathname: string): string {
  const page = REDIRECTED_TO[pathname]
  return page ? addressOf(page) : pathname
}
