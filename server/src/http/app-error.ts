/** Everything that can be wrong with a request, and the status it answers with (docs/rules.md R98). */
const STATUS = {
  invalid: 400,
  email_not_verified: 400,
  wallet_missing: 400,
  wallet_pending: 400,
  credits_short: 400,
  unauthorized: 401,
  forbidden: 403,
  own_nft: 403,
  step_up_required: 403,
  not_found: 404,
  conflict: 409,
  not_for_sale: 409,
  reserved: 409,
  price_changed: 409,
  earnings_frozen: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  unavailable: 503,
  chain_unavailable: 503,
  maintenance: 503,
} as const
export type ErrorCode = keyof typeof STATUS

/** `{field: ["message"]}`; `non_field_errors` for the form as a whole. */
export type FieldErrors = Record<string, string[]>

/** An answer that is an error: `userMessage` or `fields` are shown to the person, as they are. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly retryAfterMs: number | undefined
  readonly meta: Record<string, unknown> | undefined

  constructor(
    code: ErrorCode,
    options: { userMessage?: string; fields?: FieldErrors; retryAfterMs?: number; meta?: Record<string, unknown> },
  ) {
    super(options.userMessage ?? (options.fields ? JSON.stringify(options.fields) : code))
    this.name = 'AppError'
    this.code = code
    this.status = STATUS[code]
    this.fields = options.fields
    this.retryAfterMs = options.retryAfterMs
    this.meta = options.meta
  }
}

export const signedOut = () => new AppError('unauthorized', { userMessage: 'Please sign in to continue' })
export const notFound = (userMessage = 'Not found') => new AppError('not_found', { userMessage })
export const forbidden = (userMessage = 'You are not allowed to do this') => new AppError('forbidden', { userMessage })
/** The refusal of a suspended member, by the route's access and again inside the transaction. */
export const SUSPENDED_MESSAGE = 'Your account is suspended. You can withdraw your works and earnings.'
export const invalidField = (field: string, message: string) =>
  new AppError('invalid', { fields: { [field]: [message] } })
export const invalidForm = (message: string) => invalidField('non_field_errors', message)
export const conflict = (userMessage: string) => new AppError('conflict', { userMessage })
/** Step-up (docs/rules.md R56): the client asks for a code and repeats the call. */
export const stepUpRequired = () =>
  new AppError('step_up_required', { userMessage: 'Please confirm it is you.', meta: { step_up: true } })
