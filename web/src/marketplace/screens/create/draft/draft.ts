import { pageSession } from '../../../../api/session.ts'
import { EMPTY } from '../create-form.ts'

/**
 * The texts of the form, so that a reload loses none of them; its files are in `draft-files.ts`. Kept with the session that
 * made them: another member of the same browser has no business with them.
 */
const KEY = 'createNftDraft'
type Kept = { session?: unknown; texts?: Record<string, unknown> }

function readKept(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Kept
  } catch {
    return {}
  }
}
export function readDraft(): typeof EMPTY {
  const { session, texts } = readKept()
  if (session !== pageSession().id) forgetDraft()
  const fields = Object.entries(EMPTY).map(([field, empty]) => {
    const value = session === pageSession().id && texts?.[field]
    return [field, typeof value === 'string' ? value : empty]
  })
  return Object.fromEntries(fields) as typeof EMPTY
}

export function keepDraft(values: Partial<Record<keyof typeof EMPTY, unknown>>): void {
  const { kind, id } = pageSession()
  if (kind !== 'member') return
  const texts = Object.keys(EMPTY).map((field) => [field, String(values[field as keyof typeof EMPTY] ?? '')])
  localStorage.setItem(KEY, JSON.stringify({ session: id, texts: Object.fromEntries(texts) }))
}

export const forgetDraft = (): void => localStorage.removeItem(KEY)
