import { PROFILE_TABS, type ProfileTab } from '@verso/protocol/pages/pages'
import type { NftQuery } from './nfts.ts'

/** The works that a tab of a profile lists; first-script.js asks the same. */
export const tabQuery = (userId: string, tab: ProfileTab): NftQuery => ({ [`${tab}_by`]: userId })

/** The tab that an address names with `?tab=`. */
export const tabOf = (params: URLSearchParams): ProfileTab | undefined =>
  PROFILE_TABS.find((tab) => tab === params.get('tab'))
