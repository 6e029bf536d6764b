import { ADMIN_PAGES } from '@verso/protocol/pages/admin-pages'
import { addressOf, PAGES, REDIRECTS } from '@verso/protocol/pages/pages'
import { expect, test } from 'vitest'
import { isPage } from './front-end.ts'

const sampleOf = (path: string) => path.replace(/:\w+/, '1').replace('/*', '/no-such-tab')
const MARKETPLACE = [...Object.values(PAGES).map(sampleOf), ...REDIRECTS, addressOf('settings'), `${PAGES.home}/`]
const ADMIN = Object.values(ADMIN_PAGES).map(sampleOf)
const WITHOUT_ID = [PAGES.nft, PAGES.user].map((path) => path.replace(/\/:\w+/, ''))
const TOO_LONG = [`${PAGES.terms}x`, `${addressOf('settings')}x`, `${PAGES.home}/nope`, `${sampleOf(PAGES.order)}/2`]

test.each([
  ['index.html', MARKETPLACE],
  ['admin.html', ADMIN],
] as const)('%s answers to its own addresses and to no others', (page, own) => {
  expect(own.filter((path) => !isPage(page, path))).toEqual([])
  expect(['/nope', ...WITHOUT_ID, ...TOO_LONG].filter((path) => isPage(page, path))).toEqual([])
})
