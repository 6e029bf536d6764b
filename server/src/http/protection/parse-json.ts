/** Deeper than any valid body; the code that walks bodies is recursive. */
const BODY_MAX_DEPTH = 64
export const UNSTORABLE = 'The request contains a character that is not allowed'
// A byte order mark stays, and JSON has none.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A content type parser. An empty body is no body; what is not UTF-8 is refused, not repaired, and so is text that PostgreSQL
 * cannot store (NUL, half a surrogate pair).
 */
export function parseJson(_request: unknown, bytes: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  if (bytes.length === 0) return done(null, undefined)
  try {
    const body: unknown = JSON.parse(utf8.decode(bytes))
    assertStorable(body, BODY_MAX_DEPTH)
    done(null, body)
  } catch (error) {
    done(badRequest(error instanceof UnstorableText ? UNSTORABLE : 'The request is not valid JSON'))
  }
}

/** A reviver would do the same in sixty times the time. */
function assertStorable(value: unknown, depth: number): void {
  if (typeof value === 'string' && !isStorable(value)) throw new UnstorableText()
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.forEach((one) => assertStorable(one, depth - 1))
  for (const [key, one] of Object.entries(value)) {
    if (!isStorable(key)) throw new UnstorableText()
    if (key === '__proto__') delete (value as Record<string, unknown>)[key]
    else assertStorable(one, depth - 1)
  }
}

class UnstorableText extends Error {}
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

export const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })
