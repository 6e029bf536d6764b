const KEY = 'recentSearches'
const MAX_KEPT = 5

/** The searches of this browser, the newest first; gone with the sign-out (identity/sign-out-now.ts). */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, MAX_KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== text.toLowerCase())
  if (text) localStorage.setItem(KEY, JSON.stringify([text, ...others].slice(0, MAX_KEPT)))
}

export const forgetSearches = (): void => localStorage.removeItem(KEY)
