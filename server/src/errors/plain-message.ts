import type { z } from 'zod'

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** What a schema says that has no message of its own: plain words in place of the library's. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (isMissing(issue.input)) return 'Required'
  return issue.code === 'too_big' && issue.origin === 'string' ? 'Too long' : 'Invalid value'
}
