import { addressOf, PAGES, SETTINGS_TABS } from '@verso/protocol/pages/pages'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** Path → the heading one finds there; Explore is where a route that is not open leads. */
export type Route = [path: string, heading: string | RegExp, endsAt?: string]
const HOME = ['Explore', addressOf('home')] as const
export const closed = (path: string): Route => [path, ...HOME]

export const ACCOUNT_PATHS = [
  addressOf('signIn'),
  addressOf('register'),
  addressOf('registerSuccess', { email: 'a@b.test' }),
  addressOf('forgot'),
  PAGES.resetPassword,
  addressOf('verifyOtp'),
]
export const SIGN_OUT: Route = [addressOf('signOut'), 'Sign in', addressOf('signIn')]
/** The screens on which a visitor signs in and registers. */
export const accountScreens = (): Route[] => [
  [addressOf('signIn'), 'Sign in'],
  SIGN_OUT,
  [addressOf('register'), 'Create your account'],
  [addressOf('registerSuccess', { email: 'a@b.test' }), 'Verify your e-mail'],
  [addressOf('forgot'), 'Forgot your password?'],
]
export const memberScreens = (nftId: string): Route[] => [
  [addressOf('createNft'), 'Create NFT'],
  [addressOf('collection'), 'My collections'],
  [addressOf('dashboard'), 'Dashboard'],
  [addressOf('orders'), /orders/i],
  [addressOf('wishlist'), /wishlist/i],
  [addressOf('notifications'), /notifications/i],
  [addressOf('sell', { nftId }), /sell/i],
  ...SETTINGS_TABS.map((tab): Route => [addressOf('settingsTab', { tab }), 'All Settings']),
]
/** Paths of a member that lead to another one's screen. */
export const MEMBER_REDIRECTS: Route[] = [
  [addressOf('settings'), 'All Settings', addressOf('settingsTab', { tab: 'profile' })],
  [`${addressOf('settings')}/nonsense`, 'All Settings', addressOf('settingsTab', { tab: 'profile' })],
  [addressOf('addMobile'), 'Add your mobile'],
  // Without a number no code was sent.
  [addressOf('verifyMobile'), 'Add your mobile', addressOf('addMobile')],
]
export const PUBLIC_REDIRECTS: Route[] = [
  ['/', ...HOME],
  ['/app', ...HOME],
]
export const publicScreens = (nftId: string): Route[] => [
  [addressOf('home'), 'Explore'],
  [addressOf('nft', { nftId }), 'Discover the extraordinary NFT World'],
  [addressOf('resetPassword', { token: 'unknown', email: 'a@b.test' }), 'Choose a new password'],
  [addressOf('verifyEmail', { token: 'unknown' }), 'We could not verify your e-mail'],
  [addressOf('about'), 'About us'],
  [addressOf('blog'), "Creators' Blog"],
  [addressOf('terms'), 'Terms of service'],
  [addressOf('privacy'), 'Privacy policy'],
  [addressOf('faq'), 'FAQ'],
  [addressOf('user', { userId: UNKNOWN_ID }), 'There is no such member'],
  [addressOf('nft', { nftId: UNKNOWN_ID }), 'Discover the extraordinary NFT World'],
  [`${addressOf('home')}/nowhere`, 'This page does not exist'],
]

/** The next page is asked for when the code of one has run: its pictures, which are not looked at here, need not come first. */
export async function walk(page: Page, origin: string, routes: readonly Route[]): Promise<void> {
  for (const route of routes) await openRoute(page, origin, route, 'domcontentloaded')
}

export async function openRoute(
  page: Page,
  origin: string,
  [path, heading, endsAt]: Route,
  waitUntil: 'load' | 'domcontentloaded' = 'load',
): Promise<void> {
  await page.goto(origin + path, { waitUntil })
  await page.getByRole('heading', { level: 1, name: heading }).first().waitFor()
  // A redirect may come after the heading, which two pages share.
  await expect.poll(() => new URL(page.url()).pathname, { message: path }).toBe(endsAt ?? path.split('?')[0])
}
