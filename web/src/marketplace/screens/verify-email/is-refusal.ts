import { ApiError } from '../../../api/api-error.ts'

/** Whether the server refused the link; any other failure (no answer, an error of its own, too many requests) may pass. */
export const isRefusal = (error: Error) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
