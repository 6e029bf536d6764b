import type { z } from 'zod'

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** The messages of schemas without one of their own: plain words in place of the library's. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue.input)) return 'Required'
  return issue.code === 'too_big' && issue.origin === 'string' ? 'Too long' : 'Invalid value'
}
