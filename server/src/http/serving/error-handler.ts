import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseAway, isDatabaseBusy } from '../../db/client.ts'
import { ProviderUnavailable } from '../../gateways/payments/provider.ts'
import { AppError, type FieldErrors } from '../app-error.ts'
import { DEFAULT_HEADERS } from '../protection/default-headers.ts'

const DEFAULT_MESSAGE = 'Something went wrong'
const UNAVAILABLE_MESSAGE = 'The site is not available right now. Try again in a moment.'

/** Every failure is answered in the envelope of docs/rules.md R97; an unexpected one is logged whole and answered with one sentence. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (error instanceof AppError) return sendAppError(error, request, reply)
    if (hasZodFastifySchemaValidationErrors(error)) return sendFields(fieldsOf(error.validation), request, reply)
    const status = error.statusCode ?? 500
    if (status < 500)
      return sendError(reply, request, status, { errors: [messageFor(status, error)], code: codeFor(status) })
    if (isTemporary(error)) return sendUnavailable(error, request, reply)
    request.log.error({ err: error }, 'a request failed')
    return sendError(reply, request, 500, { errors: [DEFAULT_MESSAGE], code: 'internal_error' })
  })
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, request, 404, { errors: ['Not found'], code: 'not_found' }),
  )
}

/** Before any route and hook, so the headers are set here. */
export const sendMalformedAddress = (request: FastifyRequest, reply: FastifyReply): void =>
  void sendError(reply.headers({ ...DEFAULT_HEADERS, 'x-request-id': request.id }), request, 400, {
    errors: ['The address is not valid'],
    code: 'invalid',
  })

const BACK_S = 5
const isTemporary = (error: unknown): boolean =>
  isDatabaseAway(error) || isDatabaseBusy(error) || error instanceof ProviderUnavailable

/** The outcome of a lost commit is unknown, so an unsafe request is repeated with its `Idempotency-Key`. */
function sendUnavailable(error: Error, request: FastifyRequest, reply: FastifyReply) {
  request.log.warn({ error: error.message }, 'a request was not served: what it needs is away or busy')
  reply.header('retry-after', BACK_S)
  return sendError(reply, request, 503, { errors: [UNAVAILABLE_MESSAGE], code: 'unavailable' })
}

function sendAppError(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error.retryAfterMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterMs / 1000)))
  const errors = [error.fields ?? error.message]
  return sendError(reply, request, error.status, { errors, code: error.code, ...(error.meta && { meta: error.meta }) })
}

const sendFields = (fields: FieldErrors, request: FastifyRequest, reply: FastifyReply) =>
  sendError(reply, request, 400, { errors: [fields], code: 'invalid' })

/** The envelope of every failure. */
export const sendError = (reply: FastifyReply, request: FastifyRequest, status: number, body: object) =>
  reply
    .status(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, request_id: request.id })

/** Zod's issues, in the order of the schema, by the first part of their path: only the first one of each value. */
function fieldsOf(issues: readonly { instancePath: string; message?: string }[]): FieldErrors {
  const fields: FieldErrors = {}
  const told = new Set<string>()
  for (const issue of issues) {
    if (told.has(issue.instancePath)) continue
    told.add(issue.instancePath)
    const field = issue.instancePath.split('/')[1] || 'non_field_errors'
    fields[field] ??= []
    fields[field].push(issue.message ?? 'Invalid value')
  }
  return fields
}

const CODES: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
}
const codeFor = (status: number) => CODES[status] ?? 'invalid'
const messageFor = (status: number, error: FastifyError) =>
  status === 413
    ? 'The request is too large'
    : status === 415
      ? 'This content type is not supported'
      : status === 429
        ? 'Too many requests. Try again later.'
        : error.code === 'FST_ERR_CTP_INVALID_JSON_BODY'
          ? 'The request is not valid JSON'
          : error.message
