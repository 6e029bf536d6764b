import { expect, test } from 'vitest'
import { PATHS } from './front-end.ts'

const MARKETPLACE = `/ /app /app/home /app/collection /app/dashboard /app/wishlist /app/orders /app/orders/1 /app/settings
  /app/settings/profile /app/settings/no-such-tab /app/nft/create /app/nft/view/1 /app/nft/view/1/ /app/nft/sell/1
  /app/user/1 /app/signin /app/signout /app/register /app/register/success /app/forgot /app/reset-password
  /app/verify/email /app/verify/mobile /app/verify/otp /app/add/mobile /signout /about /blog /terms /privacy /faq`
const ADMIN = `/ /users /users/addUser /users/editUser/1 /moderation /payments /payouts /jobs /audit /settings /signin
  /signout`
const UNKNOWN =
  '/nope /app/nope /app/nft /app/nft/view /app/user /app/home/nope /aboutx /termsx /app/settingsx /app/orders/1/2'

test.each([
  ['index.html', MARKETPLACE],
  ['admin.html', ADMIN],
] as const)('%s answers to its own addresses and to no others', (page, own) => {
  for (const path of own.split(/\s+/)) expect(PATHS[page].test(path), path).toBe(true)
  for (const path of UNKNOWN.split(' ')) expect(PATHS[page].test(path), path).toBe(false)
})
