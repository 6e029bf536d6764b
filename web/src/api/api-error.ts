import type { ErrorEnvelope } from '@verso/protocol/envelope'

/** A call the server refused (docs/rules.md R97), or one that never got an answer (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: ErrorEnvelope['errors']
  readonly meta: Record<string, unknown>
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, envelope: Partial<ErrorEnvelope>, retryAfter: string | null = null) {
    super(`${status} ${envelope.code ?? 'unknown'}`)
    this.name = 'ApiError'
    this.status = status
    this.code = envelope.code ?? 'unknown'
    this.errors = Array.isArray(envelope.errors) ? envelope.errors : []
    this.meta = envelope.meta ?? {}
    this.requestId = envelope.request_id
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter) || undefined
  }
}
