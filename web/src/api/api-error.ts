import type { ErrorEnvelope } from '@verso/protocol/envelope'

/** A call the server refused (docs/rules.md R97), or one that never got an answer (`status` 0). */
export class ApiError extends Error {
  declare readonly status: number
  declare readonly code: string
  declare readonly errors: ErrorEnvelope['errors']
  declare readonly meta: Record<string, unknown>
  declare readonly retryAfterSeconds: number | undefined

  constructor(status: number, envelope: Partial<ErrorEnvelope>, retryAfter: string | null = null) {
    super(`${status} ${envelope.code ?? 'unknown'}`)
    this.name = 'ApiError'
    this.status = status
    this.code = envelope.code ?? 'unknown'
    this.errors = Array.isArray(envelope.errors) ? envelope.errors : []
    this.meta = envelope.meta ?? {}
    this.retryAfterSeconds = Number(retryAfter) || undefined
  }
}

/** Of a call that never got an answer of this server. */
export const unreachable = () => new ApiError(0, { code: 'unreachable' })

/** Of a file that was changed or removed on the disk after it was chosen: a browser reads it no more. */
export const fileChanged = () => new ApiError(0, { code: 'file_changed' })
export const isFileChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'file_changed'

/** Of a call whose session has ended or was replaced: the page is being left, and says why. */
export const sessionEnded = () => new ApiError(401, { code: 'session_ended' })
export const isSessionEnded = (error: unknown): boolean => error instanceof ApiError && error.code === 'session_ended'

/** The parsed body of an answer. @throws ApiError of a refusal; of status 0 when it was cut off, or came from a network in between */
export async function readAnswer(response: Response): Promise<object> {
  const body: object | null = await response.json().catch(() => null)
  if (!response.ok) throw new ApiError(response.status, body ?? {}, response.headers.get('Retry-After'))
  if (!body) throw unreachable()
  return body
}
