import { addressOf } from '@verso/protocol/pages/pages'

/** For the ways to Explore, used on Explore; from elsewhere the new screen starts at its top by itself. */
export const scrollToTop = (): void => {
  if (location.pathname === addressOf('home')) scrollTo({ top: 0 })
}
