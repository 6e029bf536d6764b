import { EMPTY } from './create-form.ts'

/** The texts of the form, so that a reload loses none of them; its files are in `draft-files.ts`. */
const KEY = 'createNftDraft'

export function readDraft(): typeof EMPTY {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
    const texts = Object.entries(EMPTY).map(([field, empty]) => {
      const value = stored[field]
      return [field, typeof value === 'string' ? value : empty]
    })
    return Object.fromEntries(texts) as typeof EMPTY
  } catch {
    return EMPTY
  }
}

export function keepDraft(values: Partial<Record<keyof typeof EMPTY, unknown>>): void {
  const texts = Object.keys(EMPTY).map((field) => [field, String(values[field as keyof typeof EMPTY] ?? '')])
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(texts)))
}

export const forgetDraft = (): void => localStorage.removeItem(KEY)
