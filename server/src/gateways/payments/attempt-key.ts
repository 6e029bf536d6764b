/** The idempotency key of one attempt; the first is the id itself. */
export const attemptKey = (id: string, attempt = 0): string => (attempt === 0 ? id : `${id}:${attempt}`)
