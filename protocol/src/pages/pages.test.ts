import { expect, test } from 'vitest'
import { ADMIN_PAGES, adminAddressOf } from './admin-pages.ts'
import { patternOf } from './page-path.ts'
import { addressOf, afterRedirect, PAGES } from './pages.ts'

// The one place that repeats them: mails, bookmarks and other sites lead to these addresses, so a page keeps its own for ever.
test('the marketplace has its pages at these addresses', () => {
  expect(PAGES).toEqual({
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
  })
})

test.each([
  [addressOf('settings'), '/app/settings'],
  [addressOf('settingsTab', { tab: 'profile' }), '/app/settings/profile'],
  [addressOf('settingsTab', { tab: 'earnings' }), '/app/settings/earnings'],
  [addressOf('settingsTab', { tab: 'credits' }), '/app/settings/credits'],
  [addressOf('settingsTab', { tab: 'crypto-wallets' }), '/app/settings/crypto-wallets'],
  [addressOf('settingsTab', { tab: 'notifications' }), '/app/settings/notifications'],
  [addressOf('registerSuccess', { email: 'a+1@b.test' }), '/app/register/success?email=a%2B1%40b.test'],
  [addressOf('verifyEmail', { token: 'one' }), '/app/verify/email?token=one'],
  [addressOf('resetPassword', { token: 'one', email: 'a@b.test' }), '/app/reset-password?token=one&email=a%40b.test'],
  [addressOf('forgot'), '/app/forgot'],
  [addressOf('forgot', { from: 'admin' }), '/app/forgot?from=admin'],
  [addressOf('home', { creator: '7' }), '/app/home?creator=7'],
  [addressOf('home', { search: '' }), '/app/home'],
  [addressOf('nft', { nftId: '../7?' }), '/app/nft/view/..%2F7%3F'],
  [adminAddressOf('editUser', { userId: '7' }), '/users/editUser/7'],
  [adminAddressOf('payments', { search: '7 8' }), '/payments?search=7%208'],
])('an address: %s', (address, literal) => expect(address).toBe(literal))

test('the admin area has its pages at these addresses', () => {
  expect(ADMIN_PAGES).toEqual({
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
  })
})

test('short addresses lead to their page, every other one to itself', () => {
  expect(['/', '/app', '/signout', '/faq', '/nowhere'].map(afterRedirect)).toEqual([
    '/app/home',
    '/app/home',
    '/app/signout',
    '/faq',
    '/nowhere',
  ])
})

test.each([
  ['/', ['/'], ['/x']],
  ['/a', ['/a', '/a/'], ['/', '/ab', '/a/b', '/a//']],
  ['/a/:id', ['/a/1', '/a/1/'], ['/a', '/a/', '/a/1/2']],
  ['/a/*', ['/a', '/a/', '/a/b', '/a/b/c'], ['/ab', '/']],
])('%s is the page of its own pathnames alone', (path, own, others) => {
  const pattern = patternOf(path)
  expect(own.filter((pathname) => !pattern.test(pathname))).toEqual([])
  expect(others.filter((pathname) => pattern.test(pathname))).toEqual([])
  expect(patternOf('/a/:id').exec('/a/1')?.groups).toEqual({ id: '1' })
})
