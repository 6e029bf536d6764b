import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

/** Path → the heading one finds there; `/app/home` is where a route that is not open leads. */
type Route = [path: string, heading: string | RegExp, endsAt?: string]
const HOME = ['Explore', '/app/home'] as const
export const closed = (path: string): Route => [path, ...HOME]

export const ACCOUNT_PATHS = [
  '/app/signin',
  '/app/register',
  '/app/register/success?email=a%40b.test',
  '/app/forgot',
  '/app/reset-password',
  '/app/verify/otp',
]
export const SIGN_OUT: Route = ['/app/signout', 'Sign in', '/app/signin']
export const memberRoutes = (nftId: string): Route[] => [
  ['/app/nft/create', 'Create NFT'],
  ['/app/collection', 'My collections'],
  ['/app/dashboard', 'Dashboard'],
  ['/app/orders', /orders/i],
  ['/app/wishlist', /wishlist/i],
  [`/app/nft/sell/${nftId}`, /sell/i],
  ['/app/settings', 'All Settings', '/app/settings/profile'],
  ['/app/settings/profile', 'All Settings'],
  ['/app/settings/nonsense', 'All Settings', '/app/settings/profile'],
  ['/app/settings/earnings', 'All Settings'],
  ['/app/settings/credits', 'All Settings'],
  ['/app/settings/crypto-wallets', 'All Settings'],
  ['/app/add/mobile', 'Add your mobile'],
  // Without a number no code was sent.
  ['/app/verify/mobile', 'Add your mobile', '/app/add/mobile'],
]
export const publicRoutes = (nftId: string): Route[] => [
  ['/', ...HOME],
  ['/app', ...HOME],
  ['/app/home', 'Explore'],
  [`/app/nft/view/${nftId}`, 'Discover the extraordinary NFT World'],
  ['/app/reset-password?token=unknown&email=a%40b.test', 'Choose a new password'],
  ['/app/verify/email?token=unknown', 'We could not verify your e-mail'],
  ['/about', 'About us'],
  ['/blog', "Creators' Blog"],
  ['/terms', 'Terms of service'],
  ['/privacy', 'Privacy policy'],
  ['/faq', 'FAQ'],
  [`/app/user/${UNKNOWN_ID}`, 'There is no such member'],
  [`/app/nft/view/${UNKNOWN_ID}`, 'Discover the extraordinary NFT World'],
  ['/app/nowhere', 'This page does not exist'],
]

export async function walk(page: Page, origin: string, routes: readonly Route[]): Promise<void> {
  for (const [path, heading, endsAt] of routes) {
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor()
    expect(new URL(page.url()).pathname, path).toBe(endsAt ?? path.split('?')[0])
  }
}
