import { memberId } from '../../../../api/session.ts'
import { EMPTY } from '../create-form.ts'

/**
 * The texts of the form, so that a reload loses none of them; its files are in `draft-files.ts`. Kept with the member
 * who made them: another one of the same browser has no business with them.
 */
const KEY = 'createNftDraft'
type Kept = { member?: unknown; texts?: Record<string, unknown> }

function readKept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}
export function readDraft(): typeof EMPTY {
  const { member, texts } = readKept()
  const isOwn = member === memberId()
  if (!isOwn) forgetDraft()
  const fields = Object.entries(EMPTY).map(([field, empty]) => {
    const value = isOwn && texts?.[field]
    return [field, typeof value === 'string' ? value : empty]
  })
  return Object.fromEntries(fields) as typeof EMPTY
}

export function keepDraft(values: Partial<Record<keyof typeof EMPTY, unknown>>): void {
  const member = memberId()
  if (!member) return
  const texts = Object.keys(EMPTY).map((field) => [field, String(values[field as keyof typeof EMPTY] ?? '')])
  localStorage.setItem(KEY, JSON.stringify({ member, texts: Object.fromEntries(texts) }))
}

export const forgetDraft = (): void => localStorage.removeItem(KEY)
