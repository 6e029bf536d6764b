import { readdirSync, readFileSync } from 'node:fs'

const LOCALE = new URL('src/locales/en/', import.meta.url)

export const localeFiles = (): string[] => readdirSync(LOCALE)

/** The keys of a locale file as `t` is asked for them, without their namespace: "nft.listing.title". */
export const keysIn = (file: string): string[] => keysOf(JSON.parse(readFileSync(new URL(file, LOCALE), 'utf8')))

function keysOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key.replace(/_(one|other)$/, '')] : keysOf(value, `${path}${key}.`),
  )
}
