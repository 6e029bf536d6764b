import type { PageName } from '@verso/protocol/pages/page-names'

/** Every address of the marketplace (docs/rules.md R2). */
export const paths = {
  home: '/app/home',
  nft: (id: string) => `/app/nft/view/${id}`,
  createNft: '/app/nft/create',
  sell: (id: string) => `/app/nft/sell/${id}`,
  user: (id: string) => `/app/user/${id}`,
  collection: '/app/collection',
  dashboard: '/app/dashboard',
  settings: '/app/settings',
  settingsTab: (tab: 'profile' | 'earnings' | 'credits' | 'crypto-wallets') => `/app/settings/${tab}`,
  orders: '/app/orders',
  order: (paymentId: string) => `/app/orders/${paymentId}`,
  wishlist: '/app/wishlist',
  signIn: '/app/signin',
  register: '/app/register',
  registerSuccess: (email: string) => `/app/register/success?email=${encodeURIComponent(email)}`,
  verifyEmail: '/app/verify/email',
  forgot: '/app/forgot',
  resetPassword: '/app/reset-password',
  addMobile: '/app/add/mobile',
  verifyMobile: '/app/verify/mobile',
  verifyOtp: '/app/verify/otp',
  signOut: '/app/signout',
  legal: (page: PageName) => `/${page}`,
} as const
