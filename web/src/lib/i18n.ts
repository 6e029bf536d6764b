import { groupThousands } from '@verso/protocol/usd'
import { createInstance } from 'i18next'
import type admin from '../locales/en/admin.json'
import type auth from '../locales/en/auth.json'
import type collection from '../locales/en/collection.json'
import common from '../locales/en/common.json'
import type commonMore from '../locales/en/common-more.json'
import type create from '../locales/en/create.json'
import type createThumbnail from '../locales/en/create-thumbnail.json'
import type dashboard from '../locales/en/dashboard.json'
import type explore from '../locales/en/explore.json'
import type exploreFilters from '../locales/en/explore-filters.json'
import type front from '../locales/en/front.json'
import navs from '../locales/en/navs.json'
import type leaving from '../locales/en/leaving.json'
import type navsAccount from '../locales/en/navs-account.json'
import type navsFooter from '../locales/en/navs-footer.json'
import type navsMore from '../locales/en/navs-more.json'
import type notificationSettings from '../locales/en/notification-settings.json'
import type nftPage from '../locales/en/nft-page.json'
import type nftVerify from '../locales/en/nft-verify.json'
import type nftWithdraw from '../locales/en/nft-withdraw.json'
import type profile from '../locales/en/profile.json'
import type profilePage from '../locales/en/profile-page.json'
import type search from '../locales/en/search.json'
import type sell from '../locales/en/sell.json'
import type wishlist from '../locales/en/wishlist.json'
import { formatTotal } from './list-total.ts'

// Four namespaces, and the admin area's own; English is forced and the fallback too (docs/rules.md R7).
type Namespaces = {
  common: typeof common &
    typeof collection &
    typeof commonMore &
    typeof create &
    typeof createThumbnail &
    typeof dashboard &
    typeof explore &
    typeof exploreFilters &
    typeof front &
    typeof nftPage &
    typeof nftVerify &
    typeof nftWithdraw &
    typeof search &
    typeof sell &
    typeof wishlist
  navs: typeof navs & typeof navsAccount & typeof navsFooter & typeof navsMore
  auth: typeof auth
  profile: typeof profile & typeof profilePage & typeof leaving & typeof notificationSettings
  admin: typeof admin
}

type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key
type KeysOf<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** "auth:toasts.signedIn"; without a namespace the text is one of `common`. One that does not exist does not compile. */
export type TextKey =
  | KeysOf<Namespaces['common']>
  | { [Name in Exclude<keyof Namespaces, 'common'>]: `${Name}:${KeysOf<Namespaces[Name]>}` }[Exclude<
      keyof Namespaces,
      'common'
    >]

const i18n = createInstance({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  // The texts of the shell and Explore are there from the start; the rest comes with the first other screen (load-texts.ts), and
  // the texts of one part alone come with that part.
  resources: { en: { common, navs } },
  // React escapes.
  interpolation: { escapeValue: false },
  initAsync: false,
})
void i18n.init()
// In place of its own, which is made of `Intl` (docs/decisions/0090).
i18n.services.formatter?.add('number', groupThousands)
i18n.services.formatter?.add('total', formatTotal)

/** Adds to the namespaces; a group of texts that is there already is added to as well. */
export function addTexts(more: { [Name in keyof Namespaces]?: object }): void {
  for (const [name, texts] of Object.entries(more)) i18n.addResourceBundle('en', name, texts, true)
}

type Variables = { count?: number; [name: string]: string | number | undefined }

/**
 * A text of the interface. `{{name}}` is filled in, `{{name, number}}` with thousands marks; a `count` chooses between
 * `key_one` and `key_other`.
 */
export const t = (key: TextKey, variables: Variables = {}): string => i18n.t(key, variables)
