import { PAGES } from '@verso/protocol/pages/pages'
import { matchPath } from 'react-router'
import { t } from '../../lib/i18n.ts'
import { isBuyIntended } from '../nfts/buy-intent.ts'

/** The pages that only members open. */
const ASKED = [
  'createNft',
  'sell',
  'collection',
  'dashboard',
  'orders',
  'order',
  'wishlist',
  'notifications',
  'settings',
] as const

/** The next step after the sign-in, in a sentence; undefined for a page that is open to all. */
export function whySignIn(path: string): string | undefined {
  const { pathname } = new URL(path, location.origin)
  const nftId = matchPath(PAGES.nft, pathname)?.params.nftId
  if (nftId && isBuyIntended(nftId)) return t('auth:why.buy')
  const page = ASKED.find((one) => matchPath({ path: PAGES[one], end: one !== 'settings' }, pathname))
  return page && t('auth:why.page', { page: t(`navs:titles.${page}`) })
}
