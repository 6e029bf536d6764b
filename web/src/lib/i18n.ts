import i18next from 'i18next'
import auth from '../locales/en/auth.json'
import common from '../locales/en/common.json'
import navs from '../locales/en/navs.json'
import profile from '../locales/en/profile.json'

const resources = { common, navs, auth, profile }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof resources
  }
}

// English is forced (spec §1) and its texts are part of the bundle, so this is ready at once and `t` never changes.
void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: Object.keys(resources),
  defaultNS: 'common',
  resources: { en: resources },
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** A text of the interface: `t('auth:toasts.signedIn')`. */
export const t = i18next.t
