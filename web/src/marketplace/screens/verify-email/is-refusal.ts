import { ApiError } from '../../../api/api-error.ts'

/** What the server said about the link; anything else (no answer, an error of its own, too many requests) may pass. */
export const isRefusal = (error: Error) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
