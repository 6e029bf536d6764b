import { errorEnvelope } from '@verso/protocol/envelope'
import type { Operation } from './operations.ts'
import type { Caller } from './requests.ts'
import type { Given } from './send.ts'

/** The default messages of the schema library. */
const LIBRARY_TEXT = /expected|received|Invalid input|Invalid option|Too (small|big)/

/** The fault of an answer, by the description and the envelope; undefined when there is none. */
export function findFault(operation: Operation, caller: Caller, given: Given): string | undefined {
  if (given.status >= 500) return given.status === 503 ? faultOfError(operation, given) : 'the server failed'
  if (given.status >= 400) return faultOfError(operation, given)
  if (caller === 'visitor' && !['visitor', 'signout'].includes(operation.access)) return 'a visitor was let in'
  return faultOfSuccess(operation, given)
}

function faultOfError({ answers }: Operation, { status, headers, text }: Given): string | undefined {
  const json = parse(text)
  const envelope = errorEnvelope.strict().safeParse(json)
  if (!envelope.success) return 'the failure is not in the envelope'
  if (envelope.data.request_id !== headers['x-request-id']) return 'the request id is another than in the header'
  if (envelope.data.errors.some((error) => LIBRARY_TEXT.test(textOf(error)))) return 'the message is not in plain words'
  if ([429, 503].includes(status) && headers['retry-after'] === undefined) return 'Retry-After is missing'
  const validate = answers.get(String(status))
  if (validate === undefined) return `status ${status} is not described`
  return validate && !validate(json) ? `not as described: ${JSON.stringify(validate.errors)}` : undefined
}

/** The messages alone: their field's name may be anything that was sent. */
const textOf = (error: string | Record<string, string[]>): string =>
  typeof error === 'string' ? error : Object.values(error).flat().join('\n')

function faultOfSuccess({ answers }: Operation, { status, headers, text }: Given): string | undefined {
  const validate = answers.get(String(status))
  if (validate === undefined) return `status ${status} is not described`
  const isJson = String(headers['content-type']).includes('json')
  if (validate === null) return isJson ? 'JSON is not described' : undefined
  if (!isJson) return 'the answer is not JSON'
  return validate(parse(text)) ? undefined : `not as described: ${JSON.stringify(validate.errors)}`
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
