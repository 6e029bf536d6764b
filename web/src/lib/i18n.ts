import type admin from '../locales/en/admin.json'
import type auth from '../locales/en/auth.json'
import common from '../locales/en/common.json'
import type commonMore from '../locales/en/common-more.json'
import navs from '../locales/en/navs.json'
import type profile from '../locales/en/profile.json'

// Four namespaces, and the admin area's own; English is forced and the fallback too (spec §1). Why no library: docs/decisions/0010.
type Namespaces = {
  common: typeof common & typeof commonMore
  navs: typeof navs
  auth: typeof auth
  profile: typeof profile
  admin: typeof admin
}

// What the shell and Explore say is there from the start (common.json, navs.json); the rest of `common` and the other
// namespaces come with the first other screen (load-texts.ts).
const namespaces: Record<string, object> = { common, navs }

type MoreTexts = { [Name in keyof Namespaces]?: object }

/** Adds to the namespaces; a group of texts that is there already is added to as well. */
export function addTexts(more: MoreTexts): void {
  for (const [name, groups] of Object.entries(more)) {
    const namespace: Record<string, unknown> = { ...namespaces[name] }
    for (const [group, texts] of Object.entries(groups)) {
      const former = namespace[group]
      namespace[group] = typeof former === 'object' ? { ...former, ...texts } : texts
    }
    namespaces[name] = namespace
  }
}

type WithoutPlural<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key
type KeysOf<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${WithoutPlural<Key>}`
    : KeysOf<Texts[Key], `${Path}${Key}.`>
}[keyof Texts & string]

/** "auth:toasts.signedIn"; without a namespace the text is one of `common`. */
export type TextKey =
  | KeysOf<Namespaces['common']>
  | { [Name in Exclude<keyof Namespaces, 'common'>]: `${Name}:${KeysOf<Namespaces[Name]>}` }[Exclude<
      keyof Namespaces,
      'common'
    >]

type Variables = Record<string, string | number>

function find(key: string): string | undefined {
  const [name, path] = key.includes(':') ? (key.split(':', 2) as [string, string]) : ['common', key]
  let texts: unknown = namespaces[name]
  for (const part of path.split('.')) texts = (texts as Record<string, unknown> | undefined)?.[part]
  return typeof texts === 'string' ? texts : undefined
}

const fill = (text: string, variables: Variables): string =>
  text.replace(/\{\{\s*(\w+)(,\s*number)?\s*\}\}/g, (_, name: string, isNumber?: string) => {
    const value = variables[name] ?? ''
    return isNumber ? Number(value).toLocaleString('en-US') : String(value)
  })

/**
 * A text of the interface. `{{name}}` is filled in, `{{name, number}}` with thousands marks; a `count` chooses between
 * `key_one` and `key_other`.
 */
export function t(key: TextKey, variables: Variables = {}): string {
  const plural = variables.count === 1 ? `${key}_one` : `${key}_other`
  return fill(find(key) ?? find(plural) ?? key, variables)
}
