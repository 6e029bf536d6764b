import { ApiError } from '../../api/api-error.ts'
import { errorMessage, textFor } from '../error-message.ts'

/** The messages that belong to single fields; `non_field_errors` is not one of them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const fields: Record<string, string> = {}
  for (const entry of error.errors) {
    if (typeof entry === 'string') continue
    for (const [field, messages] of Object.entries(entry)) {
      if (field !== 'non_field_errors' && messages[0]) fields[field] ??= messages[0]
    }
  }
  return fields
}

/** The first message about the form as a whole: `non_field_errors` or a plain string, or that no reason was given at all. */
export function formError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return errorMessage(error)
  if (error.status === 0 || error.errors.length === 0) return errorMessage(error)
  for (const entry of error.errors) {
    const text = typeof entry === 'string' ? entry : entry.non_field_errors?.[0]
    if (text) return textFor(error, text)
  }
  return undefined
}
